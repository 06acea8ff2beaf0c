--- The folder that `infer`, `import crd` and `import openapi` write: a schema for each kind of documents, and a
-- project file that names them.
--
-- @module yschema.command.lifecycle.schema_folder

local core = require "yschema.core"
local file_access = require "yschema.base.file_access"
local lfs = require "lfs"
local kinds = require "yschema.inference.grouping.kinds"
local one_value = require "yschema.text.one_value"
local patterns = require "yschema.inference.grouping.patterns"
local writing = require "yschema.base.writing"

local schema_folder = {}

local PROJECT = require "yschema.batch.project".NAME
local DATA_FILES = require "yschema.base.file_kinds".DATA_FILES

-- A path with one slash at its end.
local function as_folder(path) return (path:gsub("/+$", "")) .. "/" end

--- Whether -o names a folder.
---@param path? string
---@return boolean
function schema_folder.is_meant(path)
  return path ~= nil and path ~= "-" and (path:sub(-1) == "/" or lfs.attributes(path, "mode") == "directory")
end

-- The path from a folder to the working directory, such as "../../".
local function way_up(folder)
  local depth = 0
  for part in folder:gmatch "[^/]+" do
    if part == ".." then return nil end
    if part ~= "." then depth = depth + 1 end
  end
  return folder:sub(1, 1) ~= "/" and ("../"):rep(depth) or nil
end

-- Writes the words of the call, which are relative to the working directory, relative to the folder.
local function patterns_from(folder, words)
  local up = way_up(folder) or (assert(lfs.currentdir()) .. "/")
  local found = writing.list()
  for i, word in ipairs(words) do
    local path = word:gsub("^%./+", ""):gsub("/+$", "")
    if lfs.attributes(word, "mode") == "directory" then
      path = (path == "." or path == "") and DATA_FILES or path .. "/" .. DATA_FILES
    end
    found[i] = path:sub(1, 1) == "/" and path or up .. path
  end
  return found
end

local new_kind = writing.ordered { "has", "schema" }
local new_entry = writing.ordered { "name", "schema", "each", "kinds", "otherwise" }

local HEAD = "# Paths are relative to this file. A file that no pattern under `each` matches is not validated: add\n"
  .. "# its folder.%s\n"

-- Configurations of files of one kind, or of several that have keys and no words in common.
local function entries_of_files(folder, options, list, names)
  local entries, all = writing.list(), {}
  for _, kind in ipairs(list) do
    for file in pairs(kind.files or {}) do all[file] = true end
  end
  for i, kind in ipairs(list) do
    local words = list[2] and patterns.of(kind.files, all) or options.rest
    entries[i] = new_entry {
      name = names[i]:gsub("%.yml$", ""), schema = names[i], each = patterns_from(folder, words),
    }
  end
  return HEAD:format "" .. assert(core.encode({ configurations = entries }, "yaml"))
end

-- Writes what selects the documents of a kind, in one way.
local function key_of(has)
  local words = {}
  for key, value in pairs(has) do words[#words + 1] = key .. "=" .. tostring(value) end
  table.sort(words)
  return table.concat(words, "\n")
end

-- Reads the kinds of a project file that was written before. Returns nil if it is another one.
local function kinds_of_file(path)
  local file = io.open(path, "rb")
  if not file then return {} end
  local root = one_value.of(core.source(path, file:read "*a", false), {}, true)
  file:close()
  local list = type(root) == "table" and root.configurations
  local entry = type(list) == "table" and not list[2] and list[1]
  local is_ours = type(entry) == "table" and entry.name == "documents" and type(entry.kinds) == "table"
  return is_ours and entry.kinds or nil
end

-- Returns the kinds of a project file that was written before, without those of a list; nil if it is another file.
local function kinds_before(path, list)
  local all, new, kept = kinds_of_file(path), {}, {}
  if not all then return nil end
  for _, kind in ipairs(list) do
    local has = {}
    for _, pair in ipairs(kind.has) do has[pair.key] = pair.value end
    new[key_of(has)] = true
  end
  for _, kind in ipairs(all) do
    if not new[key_of(kind.has)] then kept[#kept + 1] = kind end
  end
  return kept
end

-- Writes the project file. `before` has kinds that it had already.
local function project_text(folder, options, list, names, before)
  if not list[1].has then return entries_of_files(folder, options, list, names) end
  local of_kind = writing.list()
  for i, kind in ipairs(before) do of_kind[i] = new_kind { has = kind.has, schema = kind.schema } end
  for i, kind in ipairs(list) do
    local has, keys = {}, {}
    for j, pair in ipairs(kind.has) do has[pair.key], keys[j] = pair.value, pair.key end
    of_kind[#of_kind + 1] = new_kind { has = writing.ordered(keys)(has), schema = names[i] }
  end
  local entry = new_entry {
    name = "documents", each = patterns_from(folder, options.rest), kinds = of_kind,
    otherwise = options.otherwise or "error",
  }
  return HEAD:format((" Documents of other kinds are %s."):format(
    entry.otherwise == "skip" and "skipped" or "violations"))
    .. assert(core.encode({ configurations = writing.list { entry } }, "yaml"))
end

--- Returns a problem with a call that names a folder, or nil.
---@param options table
---@return string? problem
function schema_folder.invalid_argument(options)
  local folder = as_folder(options.output)
  for _, word in ipairs(options.rest) do
    if word == "-" then
      return ("-o %s: a project file cannot name standard input; name files or folders"):format(folder)
    end
    local inside = as_folder(word:gsub("^%./+", ""))
    local own = folder:gsub("^%./+", "")
    if inside == "/" or inside == "./" or own:sub(1, #inside) == inside then
      return ("-o %s: the folder is among the examples, in %s; name one beside them"):format(folder, word)
    end
  end
end

-- Collects the texts to write by their paths. Returns nil and the problem when one of the files exists already.
local function texts_of(folder, options, list, schema_of)
  local names, texts = kinds.file_names(list), {}
  for i, kind in ipairs(list) do
    texts[i] = { path = folder .. names[i], text = schema_of(kind) }
  end
  for _, one in ipairs(texts) do
    if not options.force and lfs.attributes(one.path, "mode") then return nil, file_access.IS_THERE:format(one.path) end
  end
  if options.no_project then return texts end
  local path, before = folder .. PROJECT, {}
  if options.adds_kinds and not options.force then
    before = kinds_before(path, list)
    if not before then return nil, file_access.IS_THERE:format(path) end
  elseif not options.force and lfs.attributes(path, "mode") then
    return nil, file_access.IS_THERE:format(path)
  end
  texts[#texts + 1] = { path = path, text = project_text(folder, options, list, names, before) }
  return texts
end

--- Writes the folder.
---@param options table of the call; `otherwise` is that of the project file; with `no_project`, there is none; with
-- `adds_kinds`, its kinds of other documents stay
---@param list { name: string?, has: { key: string, value: string }[]?, files: table<string, boolean>? }[] the kinds: of
-- documents with these keys, of these files, or one of all files
---@param schema_of fun(kind: yschema.DocumentKind): string
---@return string? summary what was written, for people
---@return string? problem
function schema_folder.write(options, list, schema_of)
  local folder = as_folder(options.output)
  local texts, problem = texts_of(folder, options, list, schema_of)
  if not texts then return nil, problem end
  if not lfs.attributes(folder, "mode") then
    local ok, about = lfs.mkdir((folder:gsub("/$", "")))
    if not ok then return nil, ("%s: the folder cannot be made: %s"):format(folder, tostring(about)) end
  end
  local lines = {}
  for i, one in ipairs(texts) do
    local ok, about = file_access.write(one.path, one.text)
    if not ok then return nil, ("%s: %s"):format(one.path, tostring(about)) end
    lines[i] = one.path:gsub("^%./", "") .. "\n"
  end
  if options.no_project then return table.concat(lines) end
  if folder == "./" then return table.concat(lines) .. "check with: yschema check\n" end
  return table.concat(lines) .. ("check with: yschema check --project %s%s\n"):format(folder, PROJECT)
end

return schema_folder
