--- Calls the functions of a source, and checks their results, because users can write sources.
--
-- A call can fail in three ways. An error is a report on what the source has, which must not be served. A problem is
-- the reason why the source cannot be asked now; it is asked again later. A mistake is an error in the source's code.
--
-- @module resty.yschema.source.calls

local report = require "yschema.report.report"

local calls = {}

--- Where the texts of a configuration come from. examples/fleet/sources.md shows how to write one.
---@class resty.yschema.Source
---@field read fun(self, conf: resty.yschema.Conf): resty.yschema.Text[]?, string|yschema.Report|table, string?
--- returns texts and their revision, or nil, a report and the revision that has this error, or nil and the problem
--- because of which the source cannot be asked now
---@field wait fun(self, revision?: string): "changed"|"timeout"|nil, any returns when there is another revision than
--- this one, or after about a minute
---@field validated? fun(self, revision: string, report?: yschema.Report) is called after a revision was validated:
--- without a report, it is in service
---@field blocking? boolean `read` works without waiting for a network, and so in init_by_lua, too
---@field returns_soon? boolean `wait` returns after a second, and no function goes on when the worker exits. Otherwise
--- they are ended then
---@field stats? fun(self): table<string, string|number|boolean> what `conf:stats().source` returns
---@field close? fun(self) ends connections, because this worker stops watching
---@field leave? fun(self) is called when nginx ends. It must not take longer than about a second
---@field remember? fun(self): string? what the next worker that watches has to know, at most 1024 bytes
---@field recall? fun(self, text: string) is given in the next worker what `remember` returned
---@field cached? fun(self, conf: resty.yschema.Conf): string?, string? returns the text of the cache file
---@field from_cache? fun(self, conf: resty.yschema.Conf, text: string): resty.yschema.Text[]?, string reads it

local needed = { "read", "wait" }
local optional = { "validated", "stats", "close", "leave", "remember", "recall", "cached", "from_cache" }

--- Returns the error of a source that lacks a function, or has something else in its place.
---@param source table
---@return string? error nil: there is none
function calls.error(source)
  for _, name in ipairs(needed) do
    if type(source[name]) ~= "function" then
      return ("option 'source' must have a function '%s', but found %s"):format(name, type(source[name]))
    end
  end
  for _, name in ipairs(optional) do
    if source[name] ~= nil and type(source[name]) ~= "function" then
      return ("option 'source': '%s' must be a function, but found %s"):format(name, type(source[name]))
    end
  end
  if (source.cached == nil) ~= (source.from_cache == nil) then
    return "option 'source': 'cached' and 'from_cache' need each other"
  end
end

local function mistake(self, text)
  return { error = report.of_error("source", self.name, "the source has a mistake: " .. text), mistake = true }
end

local function is_report(value)
  return type(value) == "table" and type(rawget(value, "violations")) == "table"
end

-- A problem is a text, or a table with a text and a kind.
local function problem_of(self, name, value)
  if value == nil then return mistake(self, name .. "() returned nil without a reason") end
  local kind = type(value) == "table" and rawget(value, "kind")
  return { problem = tostring(value), kind = type(kind) == "string" and kind or "" }
end

local function text_error(item, i)
  if type(item) ~= "table" then return ("text %d is a %s"):format(i, type(item)) end
  local role = item.role
  if role ~= "S" and role ~= "V" and role ~= "L" then
    return ("text %d has the role %s, which is none of \"S\", \"V\" and \"L\""):format(i, tostring(role))
  end
  if type(item.name) ~= "string" or item.name == "" then return ("text %d has no name"):format(i) end
  if type(item.text) ~= "string" then return ("text %d has a %s as its text"):format(i, type(item.text)) end
end

-- Returns the error of a list of texts; nil when it is valid.
local function list_error(list, revision)
  if type(list) ~= "table" then return "read() returned a " .. type(list) .. " in place of a list of texts" end
  if type(revision) ~= "string" or revision == "" then
    return "read() returned a " .. type(revision) .. " in place of a revision, which is a string that is not empty"
  end
  for i, item in ipairs(list) do
    local failure = text_error(item, i)
    if failure then return "read(): " .. failure end
  end
  if list[1] == nil then return "read() returned no texts" end
end

--- The result of a call of a source: one of texts, an error, and a problem.
---@class resty.yschema.Given
---@field texts? resty.yschema.Text[]
---@field revision? string
---@field error? yschema.Report
---@field mistake? boolean
---@field early? boolean the error is only that the source was not asked yet
---@field problem? string
---@field kind? string of the problem

--- Asks for the texts.
---@param self resty.yschema.Conf
---@return resty.yschema.Given
function calls.read(self)
  local ok, list, second, revision = pcall(self.source.read, self.source, self)
  if not ok then return mistake(self, "read() threw an error: " .. tostring(list)) end
  if list == nil and is_report(second) then
    return { error = second, revision = type(revision) == "string" and revision or nil }
  end
  if list == nil then return problem_of(self, "read", second) end
  local failure = list_error(list, second)
  if failure then return mistake(self, failure) end
  return { texts = list, revision = second }
end

--- Waits for another revision.
---@param self resty.yschema.Conf
---@param revision? string
---@return "changed"|"timeout"|nil said
---@return resty.yschema.Given? given why not
function calls.wait(self, revision)
  local ok, said, problem = pcall(self.source.wait, self.source, revision)
  if not ok then return nil, mistake(self, "wait() threw an error: " .. tostring(said)) end
  if said == "changed" or said == "timeout" then return said end
  if said == nil and is_report(problem) then problem = tostring(problem) end
  if said == nil then return nil, problem_of(self, "wait", problem) end
  return nil, mistake(self, ("wait() returned %s in place of \"changed\" or \"timeout\""):format(tostring(said)))
end

--- Calls one of the functions that a source need not have.
---@param self resty.yschema.Conf
---@param name string
---@param ... any
---@return any result nil when there is no such function, or when it threw an error
---@return string? problem the error
function calls.optional(self, name, ...)
  local source = self.source
  if not source[name] then return nil end
  local ok, result, problem = pcall(source[name], source, ...)
  if ok then return result, problem end
  return nil, ("the source has a mistake: %s() threw an error: %s"):format(name, tostring(result))
end

-- ---- what a source reports, as a text for the dictionary --------------------------------

--- Makes a text from a table. Only strings, numbers and booleans are kept.
---@param stats any
---@return string
function calls.pack_stats(stats)
  local lines = {}
  if type(stats) ~= "table" then return "" end
  for name, value in next, stats do
    local kind = type(value)
    if type(name) == "string" and (kind == "string" or kind == "number" or kind == "boolean") then
      lines[#lines + 1] = ("%s %s %s"):format(kind:sub(1, 1), name, (tostring(value):gsub("%c", " ")))
    end
  end
  -- The longest comes last, because a note that is too long is cut.
  table.sort(lines, function(a, b) return #a < #b or #a == #b and a < b end)
  return table.concat(lines, "\n")
end

local readers = { s = function(text) return text end, n = tonumber, b = function(text) return text == "true" end }

--- Reads what `pack_stats` made.
---@param text string
---@return table<string, string|number|boolean>
function calls.unpack_stats(text)
  local stats = {}
  for kind, name, value in text:gmatch "([snb]) ([^ \n]+) ([^\n]*)" do stats[name] = readers[kind](value) end
  return stats
end

return calls
