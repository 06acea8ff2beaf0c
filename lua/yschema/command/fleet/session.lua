--- The common part of `publish`, `rollback` and `fleet`: they print lines for people and one record for programs, and
-- wait for nodes.
--
-- @module yschema.command.fleet.session

local connection = require "yschema.command.fleet.connection"
local core = require "yschema.core"
local sentences = require "yschema.fleet.publishing.sentences"
local node_answers = require "yschema.fleet.publishing.node_answers"
local writing = require "yschema.base.writing"

local session = {}

local default_seconds = 300

--- One call of a command.
---@class yschema.FleetSession
---@field options table
---@field out yschema.Printer
---@field store yschema.FleetStore
---@field url string without user and password
---@field record table for programs
local Session = {}
Session.__index = Session

--- Opens the store. Nil: it cannot be; that was reported.
---@param options table
---@param out yschema.Printer
---@param record table
---@return yschema.FleetSession?
function session.open(options, out, record)
  local store, url = connection.open(options)
  if not store then
    out:complain(url)
    return nil
  end
  return setmetatable({ options = options, out = out, store = store, url = url, record = record }, Session)
end

--- Prints lines for people: unless they want none, and unless programs read the output.
---@param text string
function Session:say(text)
  local options = self.options
  if text == "" or options.quiet or self.broken then return end
  if (options.report or "text") ~= "text" and not options.report_file then return end
  if self.out:text(text, "fleet") ~= 0 then self.broken = true end
end

--- Prints why something was not done.
---@param text string
function Session:object(text)
  self.record.problem = self.record.problem or (text:gsub("%s+$", ""))
  self.out:print(("%s: %s\n"):format(self.store.name, (text:gsub("%s+$", ""))))
end

--- Ends with a problem of the store.
---@param problem any
---@return integer status
function Session:fail(problem) return self.out:complain(tostring(problem)) end

-- The kinds of problems that are neither the store's nor the call's.
local of_the_fleet = { lost = true, nothing = true, missing = true, untrusted = true, unsigned = true, serial = true }

--- Ends with the reason why a change was not made.
---@param problem yschema.ChangeProblem
---@return integer status
function Session:refused(problem)
  if not of_the_fleet[problem.kind] then return self:fail(problem.message) end
  self.record.outcome = problem.kind
  self:object(problem.message)
  return self:finish(1)
end

--- Removes the bundles that are not needed any more. When it fails, the next change does it.
---@param change yschema.FleetChange
function Session:clean(change)
  local look = self.store:nodes { pointer = change.pointer, mod_revision = change.mod_revision }
  if look then self.store:clean(look) end
end

--- Ends with a status, and gives programs the record.
---@param status integer
---@return integer status
function Session:finish(status)
  if self.options.report == "json" then self.out:set_document(assert(core.encode(self.record, "json"))) end
  return self.broken and 2 or status
end

--- Writes the call of another command about the same configuration. The user of the URL is left out.
---@param words string such as "rollback"
---@return string
function Session:call(words)
  local quoted, parts = require "yschema.base.shell".quoted, { "yschema", words, "--to" }
  local function add(word)
    parts[#parts + 1] = word:find "^[%w:/.,_@%%+-]+$" and word or quoted(word)
  end
  add(self.url)
  for _, flag in ipairs { "credentials", "cacert", "cert", "key" } do
    if self.options[flag] then
      parts[#parts + 1] = "--" .. flag
      add(self.options[flag])
    end
  end
  if self.options.sign and (words == "rollback" or words:find "^publish") then
    parts[#parts + 1] = "--sign"
    add(self.options.sign)
  end
  parts[#parts + 1] = self.store.name
  return table.concat(parts, " ")
end

--- Waits for nodes.
---@param change { pointer: yschema.fleet.Pointer, mod_revision: integer }
---@param canaries_only? boolean
---@return yschema.WaitingResult
function Session:wait(change, canaries_only)
  local socket = require "socket"
  core.note_interrupts()
  local result = node_answers.wait(self.store,
    { pointer = change.pointer, mod_revision = change.mod_revision, canaries_only = canaries_only },
    { seconds = self.options.timeout or default_seconds, now = socket.gettime, pause = socket.sleep,
      interrupted = core.interrupted, report = function(line) self:say(line) end })
  self.record.waiting = require "yschema.fleet.publishing.record".waiting(result)
  return result
end

-- Waits until all nodes serve what they should, and prints the result. Returns the status.
local function wait_for_all(self, change)
  local result = self:wait(change)
  if result.outcome == "all" then
    self:say(("%s: %s %s it\n"):format(self.store.name, writing.counted(result.tally.all, "node"),
      result.tally.all == 1 and "serves" or "serve"))
    return 0
  elseif result.outcome == "no_node" then
    self:say(("%s: no node is alive: those that start serve it\n"):format(self.store.name))
    return 0
  end
  self:object(sentences.reason(result))
  self.out:print(sentences.reports(result.tally and result.tally.refused or {}))
  self.out:print(sentences.progress(result.tally, "node"))
  if result.outcome == "moved" or result.outcome == "foreign" then return 1 end
  local id = sentences.short(change.pointer.stable.bundle)
  self.out:print(("bundle %s stays in service.\nto go on waiting: %s\nto take it back: %s\n"):format(id,
    self:call "fleet --wait", self:call "rollback"))
  return 1
end

--- Ends after a change: with --wait, when all nodes serve what they should.
---@param change { pointer: yschema.fleet.Pointer, mod_revision: integer }
---@return integer status
function Session:finish_change(change)
  return self:finish(self.options.wait and wait_for_all(self, change) or 0)
end

return session
