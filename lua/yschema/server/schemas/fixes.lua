--- Offers what corrects the errors of a schema, and annotations that a key may get.
--
-- @module yschema.server.schemas.fixes

local compiled = require "yschema.server.nodes.compiled"
local divided = require "yschema.server.nodes.divided"
local inserting = require "yschema.server.schemas.inserting"
local writing = require "yschema.base.writing"

local fixes = {}

---@class yschema.SchemaFix
---@field title string
---@field first integer the bytes that are replaced
---@field after integer
---@field new string

-- ---- diagnostics --------------------------------------------------------------------

-- Returns the word of a message that is no known one, and the one that is meant.
local function meant_in(message)
  local line, hint = message:match "^([^\n]*)\n?(.*)$"
  local meant = hint:match 'did you mean "@?([^"\n]+)"%?' or line:match "did you mean `([^`]+)`%?"
  local given = line:match "unknown annotation @([^%s;]+)" or line:match 'found "([^"]*)"$'
    or line:match '"([^"]*)"' or line:match "undefined: ([%w_.]+)"
  if meant then return given, meant end
end

-- Finds the only place of a word in a part of a text.
local function only_place(text, first, after, word)
  local found
  local at = text:find(word, first, true)
  while at and at + #word <= after do
    local is_part = text:sub(at - 1, at - 1):find "[%w_]" or text:sub(at + #word, at + #word):find "[%w_]"
    if not is_part and found then return nil end
    found = found or not is_part and at or nil
    at = text:find(word, at + 1, true)
  end
  return found
end

local function change(content, first, after, message)
  local given, meant = meant_in(message)
  local at = given and given ~= "" and only_place(content.text, first, after, given)
  return at and { title = "Change it to " .. (message:find('"@' .. meant, 1, true) and "@" or "") .. meant, first = at,
    after = at + #given, new = meant }
end

local function insertion(content, first, title, annotation)
  local at, new = inserting.above(content, first, "#@" .. annotation)
  return at and { title = ("%s (@%s)"):format(title, annotation), first = at, after = at, new = new }
end

-- Fixes by the codes of diagnostics: functions of the text, the bytes of the diagnostic, and its message.
local makers = {
  ["null-value"] = function(content, first)
    return insertion(content, first, "Allow null, which is the default", "schema/nullable"),
      insertion(content, first, "Allow any value", "schema/type any=True")
  end,
  ["schema-overlay"] = function(content, first, after, message)
    if not message:find("#@overlay/match missing_ok=True", 1, true) then
      return change(content, first, after, message)
    end
    return insertion(content, first, "Add what is not there", "overlay/match missing_ok=True")
  end,
  ["key-not-string"] = function(content, first, after)
    local key = content.text:sub(first, after - 1)
    if key:find '["\\]' then return nil end
    return { title = "Put it in quotes", first = first, after = after, new = '"' .. key .. '"' }
  end,
  ["spaced-annotation"] = function(content, first, after)
    local hash, at = content.text:match("#()[ \t]+()@", first)
    if not hash or at >= after then return nil end
    return { title = "Make it an annotation", first = hash, after = at, new = "" }
  end,
}

-- ---- the request --------------------------------------------------------------------

-- Returns the diagnostics of the editor that are those of the server.
local function those_of(params, diagnostic)
  local given, list = type(params.context) == "table" and params.context.diagnostics, {}
  for _, one in ipairs(type(given) == "table" and given or {}) do
    if type(one) == "table" and one.message == diagnostic.message then list[#list + 1] = one end
  end
  return list[1] and writing.list(list) or nil
end

local function add_action(server, text, list, fix, more)
  if not fix then return end
  local edit = { range = text.open.content:range(fix.first, fix.after, server.unit), newText = fix.new }
  more.title, more.edit = fix.title, { changes = { [text.open.uri] = writing.list { edit } } }
  list[#list + 1] = more
end

local function add_quick_fixes(server, text, params, list, first, last)
  local content = text.open.content
  for _, diagnostic in ipairs(server.published:of(text.open.path)) do
    local range = diagnostic.range
    if range.start.line >= first and range.start.line <= last then
      local make = makers[diagnostic.code] or change
      local from, after = content:place(range.start, server.unit), content:place(range["end"], server.unit)
      local made = { make(content, from, after, diagnostic.message) }
      for _, fix in ipairs(made) do
        add_action(server, text, list, fix,
          { kind = "quickfix", isPreferred = made[2] == nil, diagnostics = those_of(params, diagnostic) })
      end
    end
  end
end

-- Offers to require the key at the begin of a line.
local function add_required(server, text, list, line)
  local content = text.open.content
  local first, last = content:line_bytes(line + 1)
  local at = content.text:find("[^ %-]", first)
  if not at or at > last or content.text:find("^#", at) then return end
  local chain = divided.chain(server, text, at)
  local node = chain[#chain]
  if not node or node.key_first ~= at then return end
  local field = compiled.fields(server, text, node.key, line + 1)[1]
  local is_free = field and not (field.required or field.optional or field.nullable or field.removed)
  if not is_free or field.default_at then return end
  add_action(server, text, list, insertion(content, at, "Require " .. node.key, "schema/required"),
    { kind = "refactor.rewrite" })
end

fixes["textDocument/codeAction"] = function(server, params, text)
  local start, last, list = params.range.start, params.range["end"], {}
  if not text.open.path then return writing.list(list) end
  server:settle()
  add_quick_fixes(server, text, params, list, start.line, last.line)
  if start.line == last.line then add_required(server, text, list, start.line) end
  return writing.list(list)
end

return fixes
