--- Says what the words of annotations and code lines are, so that editors can colour them.
--
-- @module yschema.server.schemas.tokens

local annotations = require "yschema.server.schemas.annotations"
local core = require "yschema.core"
local file_kinds = require "yschema.base.file_kinds"
local code_names = require "yschema.server.schemas.code_names"
local registry = require "yschema.modules.registry"
local writing = require "yschema.base.writing"

local tokens = {}

--- The kinds of tokens, in the order of their numbers.
tokens.KINDS = { "decorator", "keyword", "string", "number", "function", "namespace", "parameter", "variable" }

local NUMBER_OF = {}
for i, kind in ipairs(tokens.KINDS) do NUMBER_OF[kind] = i - 1 end

local KEYWORDS = {}
for word in ("def end if elif else for in return lambda and or not load pass True False None true false null nil"
  .. " function local then do while break continue is"):gmatch "%S+" do KEYWORDS[word] = true end

-- Returns the kind of a word. `rest`: what follows it.
local function kind_of(word, rest, bound, is_argument)
  if KEYWORDS[word] then return "keyword" end
  if is_argument and rest:find "^%s*=[^=]" then return "parameter" end
  if bound[word] then return bound[word] == "value" and "variable" or "function" end
  if registry.names[word] then return "namespace" end
  return rest:find "^%s*%(" and "function" or nil
end

-- Adds the tokens of code from a column of a line on. `add(first, last, kind)` gets columns.
local function add_code(line, at, bound, is_argument, add)
  while at <= #line do
    local first, last = line:find("^[%a_][%w_]*", at)
    local quote = line:match("^[\"']", at)
    if first then
      local after_point = line:sub(first - 1, first - 1) == "."
      local kind = not after_point and kind_of(line:sub(first, last), line:sub(last + 1), bound, is_argument)
        or after_point and line:find("^%s*%(", last + 1) and "function" or nil
      if kind then add(first, last, kind) end
    elseif quote then
      last = line:find(quote, at + 1, true) or #line
      add(at, last, "string")
    elseif line:find("^%d", at) then
      last = select(2, line:find("^[%w.]+", at))
      add(at, last, "number")
    elseif line:find("^#", at) then
      return
    end
    at = (last or at) + 1
  end
end

-- Adds the tokens of the comment of a line.
local function add_comment(line, bound, add)
  local hash = line:match "^%s*()#@" or line:match "%s()#@"
  if not hash then return end
  local name = line:match("^[^%s]+", hash + 2)
  if not name then return add_code(line, hash + 2, bound, false, add) end
  local known = annotations.by_name[name]
  if not known then return end
  add(hash, hash + 1 + #name, "decorator")
  add_code(line, hash + 2 + #name, bound, true, add)
end

tokens["textDocument/semanticTokens/full"] = function(server, _, text)
  local content, path = text.open.content, text.open.path or ""
  local bound, data, unit = {}, {}, server.unit
  for _, one in ipairs(code_names.bound(content, path)) do bound[one.name] = one.kind end
  local last_line, last_start = 0, 0
  for number = 1, #content:line_starts() do
    local line, base = content:line(number), content:line_bytes(number)
    local function add(first, last, kind)
      local from, to = content:position(base + first - 1, unit), content:position(base + last, unit)
      local shift = from.line == last_line and from.character - last_start or from.character
      for _, value in ipairs { from.line - last_line, shift, to.character - from.character, NUMBER_OF[kind], 0 } do
        data[#data + 1] = value
      end
      last_line, last_start = from.line, from.character
    end
    if file_kinds.is_starlark(path) then
      add_code(line, 1, bound, false, add)
    elseif line:find("#@", 1, true) then
      add_comment(line, bound, add)
    end
  end
  return data[1] and { data = writing.list(data) } or core.null
end

return tokens
