--- Offers what corrects the errors of a schema, and annotations that a key may get.
--
-- @module yschema.server.schemas.fixes

local compiled = require "yschema.server.nodes.compiled"
local code_blocks = require "yschema.server.nodes.code_blocks"
local insertion = require "yschema.server.schemas.insertion"
local parameters = require "yschema.server.protocol.parameters"
local writing = require "yschema.base.writing"

local fixes = {}

---@class yschema.SchemaFix
---@field title string
---@field first integer the bytes that are replaced
---@field after integer
---@field new string

-- ---- diagnostics --------------------------------------------------------------------

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

local function inserted(content, first, title, annotation)
  local at, new = insertion.above(content, first, "#@" .. annotation)
  return at and { title = ("%s (@%s)"):format(title, annotation), first = at, after = at, new = new }
end

-- Makes the fix of a record from its edit.
local function change(content, first, after, edit)
  if not edit then return nil end
  if edit.word then
    first = only_place(content.text, first, after, edit.word)
    after = first and first + #edit.word
  elseif not edit.column then
    return inserted(content, first, "Add what is not there", edit.text:sub(3)) -- after #@
  end
  return first and { title = "Change it to " .. (content.text:find("^@", first - 1) and "@" or "") .. edit.text,
    first = first, after = after, new = edit.text }
end

-- Fixes by the codes of diagnostics: functions of the text and the bytes of the diagnostic. Other diagnostics have an
-- edit.
local makers = {
  ["null-value"] = function(content, first)
    return inserted(content, first, "Allow null, which is the default", "schema/nullable"),
      inserted(content, first, "Allow any value", "schema/type any=True")
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
  return parameters.diagnostics(params, function(one)
    return parameters.member(one, "message") == diagnostic.message
  end)
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
      local made = { make(content, from, after, getmetatable(diagnostic).edit) }
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
  local chain = code_blocks.chain(server, text, at)
  local node = chain[#chain]
  if not node or node.key_first ~= at then return end
  local field = compiled.fields(server, text, node.key, line + 1)[1]
  local is_free = field and not (field.required or field.optional or field.nullable or field.removed)
  if not is_free or field.default_at then return end
  add_action(server, text, list, inserted(content, at, "Require " .. node.key, "schema/required"),
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
