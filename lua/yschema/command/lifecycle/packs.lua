--- The command `yschema packs`: lists the schemas that ship with yschema, or prints one, or one of its lines.
--
-- @module yschema.command.lifecycle.packs

local matches = require("yschema.base.plain_tables").matches
local core = require "yschema.core"
local file_access = require "yschema.base.file_access"
local is_pack = require "yschema.packs.pack_name".is
local PREFIX = require "yschema.packs.pack_name".PREFIX
local packs = require "yschema.packs.packs"
local writing = require "yschema.base.writing"

local command = {}

-- Returns the name of a pack in a word such as "pack:kong", "kong" after `show`, or "pack:kong:12", and the line.
local function name_of(word, shows)
  local name, line = word:match "^(.-):(%d+)$"
  name = name ~= nil and name ~= "pack" and name or word
  return shows and not is_pack(name) and PREFIX .. name or name, name ~= word and tonumber(line) or nil
end

-- Returns the words after `show`, or those without it, and whether `show` is there.
local function words_of(options)
  local shows = options.rest[1] == "show"
  return options.rest[shows and 2 or 1], options.rest[shows and 3 or 2], shows
end

--- Returns a problem with the arguments of a call, or nil.
---@param options table
---@return string? problem
function command.invalid_argument(options)
  local word, more, shows = words_of(options)
  if more then return ("unexpected argument '%s'; one pack is printed at a time"):format(more) end
  if shows and not word then return "'show' needs the name of a pack, such as pack:kong or pack:kong:12" end
  if word and not is_pack(name_of(word, shows)) then
    return ("'%s' is no pack; write: yschema packs, or yschema packs show NAME"):format(word)
  end
  if word and options.report == "json" then return "--report json is for the list, without a name" end
end

-- So many lines are printed around the one that is asked for.
local AROUND = 8

local function lines_of(text) return matches(text, "([^\n]*)\n") end

local function add_lines(out, lines, from, to, wanted)
  for i = math.max(from, 1), math.min(to, #lines) do
    out[#out + 1] = ("%s %4d | %s"):format(i == wanted and ">" or " ", i, lines[i]):gsub("%s+$", "")
  end
end

-- Returns where the functions of a pack are: the first and the last line of each by its name.
local function functions_of(lines)
  local found = {}
  for i, line in ipairs(lines) do
    local name, rest = line:match "^#@ def ([%w_]+)%b():(.*)$"
    local last = i
    while name and not rest:find "%S" and lines[last] and lines[last] ~= "#@ end" do last = last + 1 end
    if name then found[name] = { i, last, calls = rest } end
  end
  return found
end

-- Adds the functions that make what stands in a line: those that it calls or is like, and what short ones return.
local function add_functions(out, lines, functions, text, shown)
  for name in text:gmatch "[%a_][%w_]*" do
    local found = functions[name]
    if found and not shown[name] then
      shown[name] = true
      out[#out + 1] = ""
      add_lines(out, lines, found[1], found[2])
      add_functions(out, lines, functions, found.calls, shown)
    end
  end
end

-- Returns the lines around one, with their numbers, and the functions that the line names; nil: there is no such line.
local function excerpt(text, wanted)
  local lines, out = lines_of(text), {}
  if wanted < 1 or wanted > #lines then return nil, #lines end
  add_lines(out, lines, wanted - AROUND, wanted + AROUND, wanted)
  local named, above = lines[wanted]:match "#@ ?(.*)$" or "", wanted - 1
  while lines[above] and lines[above]:find "^%s*#@schema/" do
    named, above = named .. " " .. (lines[above]:match "@schema/like ([%w_]+)" or ""), above - 1
  end
  add_functions(out, lines, functions_of(lines), named:match "^schema/like (.*)" or named, {})
  return table.concat(out, "\n") .. "\n"
end

-- Prints a pack as it is, so that its lines have the numbers that reports name.
local function print_pack(name, line, settings, out)
  local source, problem = file_access.read(name, name, settings.max_bytes)
  if not source then return out:complain(("%s: %s"):format(name, problem)) end
  local text, count = source:text(), nil
  source:close()
  if line then text, count = excerpt(text, line) end
  if not text then return out:complain(("%s has no line %d; it has %d"):format(name, line, count)) end
  return out:result(text)
end

local ordered = writing.ordered {
  "name", "schema", "tool", "version", "date", "files", "covers", "leaves_out", "path", "versions",
}
local ordered_version = writing.ordered { "schema", "version", "date", "changes" }

local function text_of(list, columns)
  local out = {}
  for _, pack in ipairs(list) do
    out[#out + 1] = pack.schema
    local head = ("%s %s (%s): %s"):format(pack.tool, pack.version, pack.date, pack.files)
    writing.wrap(out, head, "    ", "    ", nil, columns)
    writing.wrap(out, pack.covers, "    covers: ", "      ", nil, columns)
    writing.wrap(out, pack.leaves_out, "    leaves out: ", "      ", nil, columns)
    for _, version in ipairs(pack.versions[2] and pack.versions or {}) do
      local text = ("%s (%s): %s"):format(version.version, version.date, version.changes)
      writing.wrap(out, text, "    @", "      ", nil, columns)
    end
  end
  return table.concat(out, "\n") .. "\n"
end

--- Prints the list, or a pack.
---@param options table
---@param settings yschema.Settings
---@param _ yschema.Streams
---@param out yschema.Printer
---@return integer status
function command.run(options, settings, _, out)
  local word, _, shows = words_of(options)
  if word then
    local name, line = name_of(word, shows)
    return print_pack(name, line, settings, out)
  end
  local list = packs.list()
  if options.report ~= "json" then return out:text(text_of(list, out:columns(true))) end
  for i, pack in ipairs(list) do
    for j, version in ipairs(pack.versions) do pack.versions[j] = ordered_version(version) end
    list[i] = ordered(pack)
  end
  out:set_document(assert(core.encode(list, "json")) .. "\n")
  return 0
end

return command
