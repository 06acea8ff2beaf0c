-- Random edits of texts that are open in an editor: after each of them the server publishes what a new server does that
-- gets the same texts, and answers a request as this one does.
--
--     lua5.4 spec/server/random_edits.lua SEED COUNT FILE...     -- by hand, from the top of the checkout
--
-- The files are texts that are edited, too, each by itself or by a JSON Schema. After each edit, something is asked
-- about a random place. With YSCHEMA_EACH=20, each twentieth state is compared.

local command = require "spec.support.command"
local check = require "spec.server.check"
local file_access = require "yschema.base.file_access"
local folder = require "spec.support.folder"
local messages = require "yschema.server.messages"

local random_edits = {}

local REFUSED = -32803

local files = {
  [".yschema.yml"] = [[
configurations:
- name: layers
  schema: [schema.yml, more.yml, lib.star]
  layers: [base.yml, site.yml]
- name: parts
  json_schema: s.json
  each: ["parts/*.yml"]
- name: named
  each: ["named/*.yml"]
- name: linked
  schema: linked.yml
  each: ["linked/*.yml"]
]],
  ["schema.yml"] = [[
#@ load("lib.star", "least")
#@data/values-schema
---
#@schema/validation min_len=1
name: app
#@schema/validation min=least()
port: 8080
#@schema/desc "Where it listens"
hosts:
- ""
#@ for name in ["a", "b"]:
#@schema/nullable
key: {x: 1}
#@ break
#@ end
]],
  ["more.yml"] = "#@data/values-schema\n---\n#@overlay/match missing_ok=True\nmore: true\n",
  ["lib.star"] = "def least():\n  return 1\nend\n",
  ["s.json"] = '{"type": "object",\n "properties": {"port": {"type": "integer"}},\n "required": ["name"]}\n',
  ["base.yml"] = "name: base\nport: 1\nhosts: [a, 'b', \"\u{e9}\u{1F600}\"]\n",
  ["site.yml"] = "#@overlay/match-child-defaults missing_ok=True\n---\nport: 2\nmore: false\nkey: {x: 2}\n",
  ["parts/a.yml"] = "port: 1\nname: x\n---\nname: y\n", ["parts/b.yml"] = "port: &a 1\nname: *a\n",
  ["named/c.yml"] = "# yschema: schema=../lone.yml\nx: 1\n", ["named/d.yml"] = "x: 1\n",
  ["linked.yml"] = [[
#@data/values-schema
---
#@schema/identity "name", scope="configuration"
names:
- name: ""
#@schema/nullable
#@schema/refers to="names[].name", scope="configuration"
uses: ""
]],
  ["linked/f.yml"] = "names: [{name: a}]\nuses: b\n---\nuses: a\n", ["linked/g.yml"] = "names:\n- name: b\nuses: a\n",
  ["lone.yml"] = "#@data/values-schema\n---\nx: 1\ny:\n- a: 1\n", ["values.yml"] = "a: 1\nb: [1, {c: d}]\n",
  ["other/e.yml"] = "# yschema: schema=../lone.yml\nx: a\n",
}

-- Texts that are put anywhere.
local PIECES = {
  " ", "\n", "\n  ", ":", ": ", "- ", "#", "#@", "#@ ", "'", '"', "[", "]", "{", "}", "a", "port: x\n", "x: 1\n", "\t",
  "\r\n", "---\n", "\u{e9}", "\u{1F600}", "&a ", "*a", "|\n", "#@data/values-schema\n---\n", "\\", "name: ''\n",
  "# yschema: schema=../lone.yml\n", "#@schema/type any=True\n", "#@ end\n", "null", "least", ",", "0",
  "configurations:\n", "\239\187\191",
}

-- Returns the position of a byte, from 0, in UTF-32, as a server of `check.editor` counts.
local function position(text, at)
  local before = text:sub(1, at)
  local lines, last = 0, 1
  for after in before:gmatch "[^\r\n]*()[\r\n]" do
    if text:sub(after, after + 1) == "\r\n" then
      if after < at then lines, last = lines + 1, after + 2 end
    elseif text:sub(after, after) == "\r" or before:sub(after - 1, after - 1) ~= "\r" then
      lines, last = lines + 1, after + 1
    end
  end
  return { line = lines, character = #before:sub(last):gsub("[\128-\191]", "") }
end

-- Returns a place that is not within a character or a line break.
local function place(random, text)
  local at = random(0, #text)
  while text:find("^[\128-\191]", at + 1) or text:sub(at, at + 1) == "\r\n" do at = at - 1 end
  return at
end

--- Makes a folder, a server, and what edits its files.
---@param random fun(from: integer, to: integer?): integer
---@param more? string[] paths of other files
function random_edits.new(random, more)
  local path = folder.make()
  for i, from in ipairs(more or {}) do
    files[("%s/more%d%s"):format(i % 2 == 1 and "parts" or "lone", i, from:match "%.%w+$")] = command.read(from)
  end
  for name, text in pairs(files) do folder.write(path, name, text) end
  local names = {}
  for name in pairs(files) do names[#names + 1] = name end
  table.sort(names)
  return { path = path, names = names, random = random, texts = {}, before = {}, editor = check.editor(), version = 0 }
end

local function uri(self, name) return check.uri(self.path .. "/" .. name) end

local function open(self, name)
  self.texts[name] = files[name]
  self.editor:send { method = "textDocument/didOpen",
    params = { textDocument = { uri = uri(self, name), version = 1, text = files[name], languageId = "yaml" } } }
end

-- Replaces a random part of a text.
local function change(self, name)
  local random, text = self.random, self.texts[name]
  local from = place(random, text)
  local to = random(3) == 1 and from or place(random, text)
  if random(4) > 1 then to = math.min(from + random(0, 6), #text) end
  while text:find("^[\128-\191]", to + 1) or text:sub(to, to + 1) == "\r\n" do to = to - 1 end
  if to < from then from, to = to, from end
  local piece = random(4) == 1 and text:sub(from + 1, to) .. text:sub(from + 1, to) or PIECES[random(#PIECES)]
  if random(4) == 1 then piece = "" end
  local one = { range = { start = position(text, from), ["end"] = position(text, to) }, text = piece }
  self.before[name] = text
  return text:sub(1, from) .. piece .. text:sub(to + 1), one
end

-- The file on which most of the others depend. It is soon repaired, because nothing else is validated before.
local CENTRAL = { ".yschema.yml", "schema.yml", "more.yml", "lib.star", "s.json", "lone.yml", "linked.yml" }

local function broken(self)
  for _, name in ipairs(CENTRAL) do
    if self.texts[name] and self.texts[name] ~= files[name] then return name end
  end
end

--- Makes a random edit, and returns what it was.
function random_edits.edit(self)
  local random = self.random
  local name = random(2) == 1 and broken(self)
  if name then self.before[name] = files[name] else name = self.names[random(#self.names)] end
  local what = random(20)
  if not self.texts[name] then
    open(self, name)
    return "open " .. name
  elseif self.before[name] == files[name] and random(2) == 1 then
    what = 2
  elseif what == 1 then
    self.texts[name], self.before[name] = nil, nil
    self.editor:send { method = "textDocument/didClose", params = { textDocument = { uri = uri(self, name) } } }
    return "close " .. name
  end
  self.version = self.version + 1
  local text, one
  if what <= 6 then -- back to the text of the file, or what it was before
    text = what <= 4 and files[name] or self.before[name] or files[name]
    one = { text = text }
  else
    text, one = change(self, name)
  end
  self.texts[name] = text
  self.editor:send { method = "textDocument/didChange", params = {
    textDocument = { uri = uri(self, name), version = self.version }, contentChanges = { one } } }
  return ("change %s to %q"):format(name, text)
end

--- Compares the server's diagnostics with those of a new one that gets the same texts. Returns the new one's editor,
-- too.
function random_edits.shown(self)
  self.editor.server:work()
  local now, other = check.shown(self.editor), check.editor()
  for _, name in ipairs(self.names) do
    local text = self.texts[name]
    if text then
      other:send { method = "textDocument/didOpen", params = { textDocument = { uri = uri(self, name), version = 1,
        text = text, languageId = "yaml" } } }
    end
  end
  other.server:work()
  return now, check.shown(other), other
end

-- The requests that are sent: those that take a place, and some about texts.
local METHODS = {
  "hover", "completion", "definition", "implementation", "references", "prepareRename", "rename", "codeAction",
  "documentSymbol", "foldingRange", "inlayHint", "documentLink", "codeLens", "semanticTokens/full", "diagnostic",
}

-- Sends a request, and returns its answer as a text, and an error that is not a refusal.
local function answer_of(editor, method, params)
  editor.server.is_shared = false -- `shown` has stopped the sharing of texts
  local result, problem = editor:request(method, params)
  file_access.set_open_texts(nil)
  if problem and problem.code ~= REFUSED then return nil, problem.message end
  return problem and problem.message or messages.encode { result = result }
end

local function has_diagnostics(editor, of) return next(editor.diagnostics[of] or {}) ~= nil end

-- While a project or a schema has errors, answers are made by the last version without errors, which a new server
-- does not know. A schema that no project names may have them in a file that it loads.
local function is_failed(editor, self, name)
  for _, one in pairs(editor.server.folders) do
    if one.failed then return true end
  end
  local is_schema = (self.texts[name] .. files[name]):find("@data/values-schema", 1, true) ~= nil
  return is_schema and (has_diagnostics(editor, uri(self, name)) or has_diagnostics(editor, uri(self, "lib.star")))
end

--- Asks something about a random place of an open text. Returns an error that is not a refusal, or the difference to
-- the answer of another editor with the same texts.
function random_edits.ask(self, other)
  local names = {}
  for _, name in ipairs(self.names) do
    if self.texts[name] then names[#names + 1] = name end
  end
  if not names[1] then return nil end
  local name = names[self.random(#names)]
  local at = position(self.texts[name], place(self.random, self.texts[name]))
  local method = "textDocument/" .. METHODS[self.random(#METHODS)]
  local params = { textDocument = { uri = uri(self, name) }, position = at, newName = "other",
    range = { start = at, ["end"] = at } }
  local answer, problem = answer_of(self.editor, method, params)
  if problem then return ("%s in %s: %s"):format(method, name, problem) end
  local fresh, trouble
  if other and not is_failed(other, self, name) then fresh, trouble = answer_of(other, method, params) end
  if trouble then return ("%s in %s, new server: %s"):format(method, name, trouble) end
  if fresh and fresh ~= answer then
    return ("%s in %s, line %d, character %d: %s\nfresh: %s"):format(method, name, at.line, at.character, answer, fresh)
  end
end

--- Finds log messages of a server: it had an error of its own.
function random_edits.logged(self)
  for _, message in ipairs(self.editor.received) do
    if message.method == "window/logMessage" then return message.params.message end
  end
  self.editor.received = {}
end

local function kilobytes()
  local file = io.open "/proc/self/statm"
  local pages = file and file:read "*a":match "^%d+ (%d+)"
  if file then file:close() end
  return (tonumber(pages) or 0) * 4
end

-- Edits, asks and compares. Returns how many states were compared; a difference ends the process.
local function compare(self, seed, count, each)
  local compared = 0
  for i = 1, count do
    local edit = random_edits.edit(self)
    local now, fresh, other
    if i % each == 0 then
      now, fresh, other = random_edits.shown(self)
      compared = compared + 1
    else
      self.editor.server:work()
    end
    local problem = random_edits.ask(self, other) or random_edits.logged(self)
    if now ~= fresh or problem then
      print(("edit %d of seed %d: %s\nnow\n%s\nfresh\n%s\n%s"):format(i, seed, edit, (now or ""):gsub("%z", "\n"),
        (fresh or ""):gsub("%z", "\n"), problem or ""))
      os.exit(1)
    end
    if i % 1000 == 0 then
      collectgarbage()
      print(i, kilobytes() .. " KB", math.floor(collectgarbage "count") .. " KB of Lua")
    end
  end
  return compared
end

-- By hand.
if arg and arg[0] and arg[0]:find "random_edits" then
  local seed, count = tonumber(arg[1]), tonumber(arg[2])
  math.randomseed(seed)
  local self = random_edits.new(math.random, { select(3, (table.unpack or unpack)(arg)) })
  local compared = compare(self, seed, count, tonumber(os.getenv "YSCHEMA_EACH") or 1)
  print(("seed %d: %d edits, %d states compared with those of a new server"):format(seed, count, compared))
  folder.remove(self.path)
end

return random_edits
