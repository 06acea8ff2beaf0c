-- smaller.lua - Lua programs as shorter texts that compile to the same bytecode.

local smaller = {}

local function set_of(words)
  local set = {}
  for word in words:gmatch "%S+" do set[word] = true end
  return set
end

local keywords = set_of("and break do else elseif end false for function goto if in local nil not or repeat return "
  .. "then true until while")
-- Names that are more than names: attributes of variables, parameters that nobody declares, globals of other versions.
local kept = set_of "const close self _ENV unpack loadstring setfenv getfenv"

-- ---- tokens ---------------------------------------------------------------------------

local function end_of_string(text, at)
  local wanted = "[\\" .. text:sub(at, at) .. "]"
  repeat
    at = assert(text:find(wanted, at + 1))
    local escapes = text:sub(at, at) == "\\"
    if escapes then at = at + 1 end
  until not escapes
  return at
end

-- Where the long bracket at a place ends, or nil.
local function end_of_bracket(text, at)
  local level = text:match("^%[(=*)%[", at)
  return level and select(2, assert(text:find("]" .. level .. "]", at, true)))
end

local function end_of_space(text, at)
  local last = select(2, text:find("^%s+", at))
  if last or text:sub(at, at + 1) ~= "--" then return last end
  return end_of_bracket(text, at + 2) or (text:find("\n", at, true) or #text + 1) - 1
end

local plain = { "^[%a_][%w_]*", "^%.?%d[%w.]*", "^%.%.%.?", "^::", "^[=~<>]=", "^<<", "^>>", "^//" }

local function end_of_token(text, at)
  local last = end_of_bracket(text, at) or text:find("^[\"']", at) and end_of_string(text, at)
  for i = 1, last and 0 or #plain do
    last = last or select(2, text:find(plain[i], at))
  end
  return last or at
end

-- Returns the tokens of a program, and what separates each from the one before: line breaks, or nothing.
local function tokens_of(text)
  local tokens, breaks, at, space = {}, {}, 1, {}
  while at <= #text do
    local last = end_of_space(text, at)
    if last then
      space[#space + 1] = text:sub(at, last):gsub("[^\n]+", "")
    else
      last = end_of_token(text, at)
      tokens[#tokens + 1] = text:sub(at, last)
      breaks[#tokens], space = table.concat(space), {}
    end
    at = last + 1
  end
  return tokens, breaks
end

local function is_name(token) return token:find "^[%a_]" ~= nil and not keywords[token] end

-- ---- variables ------------------------------------------------------------------------

local openers = set_of "{ ( [ function if do repeat"
local closers = set_of "} ) ] end until"
local separators = set_of "{ , ;"

-- Returns, for each token, whether it is the name of a field: `t.name`, or `{ name = … }`.
local function fields_of(tokens)
  local fields, open = {}, {}
  for i, token in ipairs(tokens) do
    local before = tokens[i - 1]
    if openers[token] then open[#open + 1] = token end
    if closers[token] then open[#open] = nil end
    fields[i] = before == "." or before == ":"
      or open[#open] == "{" and separators[before] and tokens[i + 1] == "="
  end
  return fields
end

-- Returns the names that a program declares as local.
local function locals_of(tokens)
  local names = {}
  local function declare(i)
    while is_name(tokens[i]) do
      names[tokens[i]] = not kept[tokens[i]] and _G[tokens[i]] == nil
      if tokens[i + 1] == "<" then i = i + 3 end
      if tokens[i + 1] ~= "," then return end
      i = i + 2
    end
  end
  for i, token in ipairs(tokens) do
    if token == "for" or token == "local" then
      declare(tokens[i + 1] == "function" and i + 2 or i + 1)
    elseif token == "function" then
      while tokens[i] ~= "(" do i = i + 1 end
      declare(i + 1)
    end
  end
  return names
end

local letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"

local function short_name(n)
  local at = n % #letters + 1
  return (n < #letters and "" or short_name(n // #letters - 1)) .. letters:sub(at, at)
end

-- Returns a new name for each variable: the most frequent ones get the shortest names.
local function short_names(tokens, fields)
  local locals, uses, order, taken = locals_of(tokens), {}, {}, {}
  for i, token in ipairs(tokens) do
    if is_name(token) and not fields[i] then
      if not locals[token] then
        taken[token] = true
      elseif not uses[token] then
        order[#order + 1] = token
      end
      uses[token] = (uses[token] or 0) + 1
    end
  end
  table.sort(order, function(a, b)
    if uses[a] ~= uses[b] then return uses[a] > uses[b] end
    return a < b
  end)
  local names, n = {}, 0
  for _, name in ipairs(order) do
    repeat
      names[name] = short_name(n)
      n = n + 1
    until not taken[names[name]] and not keywords[names[name]]
  end
  return names
end

-- ---- the text -------------------------------------------------------------------------

-- Whether two tokens would be others without a blank between them.
local function need_blank(before, token)
  return before:find "[%w_]$" and token:find "^[%w_]" or before:find "^%.?%d" and token:find "^%."
    or before == "-" and token:find "^%-" or before == "[" and token:find "^%["
    or before == ".." and token:find "^[.%d]"
end

-- Returns a program without comments and blanks, with short names of variables. Each line keeps its number.
function smaller.text(text)
  local tokens, breaks = tokens_of(text)
  local fields = fields_of(tokens)
  local names, parts = short_names(tokens, fields), {}
  for i, token in ipairs(tokens) do
    local blank = breaks[i] == "" and i > 1 and need_blank(tokens[i - 1], token) and " " or breaks[i]
    parts[#parts + 1] = blank .. (not fields[i] and names[token] or token)
  end
  local short = table.concat(parts)
  assert(string.dump(assert(load(short, "@", "t")), true) == string.dump(assert(load(text, "@", "t")), true))
  return short
end

return smaller
