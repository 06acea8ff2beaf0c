--- Reports on a configuration: to nginx's log, to the user's functions, and to the other workers.
--
-- @module resty.yschema.report.messages

local core = require "yschema.core"
local report = require "yschema.report.report"

local messages = {}

local concat, pcall, select, tostring = table.concat, pcall, select, tostring

--- Writes to nginx's log, which people read on a terminal: what comes from files, from a source or from errors may
-- hold control characters, and these are escaped.
---@param self resty.yschema.Conf
---@param level integer
---@param ... any
function messages.log(self, level, ...)
  local parts = { ... }
  for i = 1, select("#", ...) do parts[i] = tostring(parts[i]) end
  ngx.log(level, core.printable(("resty.yschema: %s: %s"):format(self.name, concat(parts))))
end

--- Calls a function of the user. An error in it is logged and does not affect the configuration.
---@param self resty.yschema.Conf
---@param name "on_change"|"on_error"
---@param about yschema.Report
function messages.call_back(self, name, about)
  local f = self[name]
  if not f then return end
  local ok, problem = pcall(f, about, self.version)
  if not ok then messages.log(self, ngx.ERR, name, " failed: ", tostring(problem)) end
end

--- Reports an error, unless it is the one that was reported last.
---@param self resty.yschema.Conf
---@param about yschema.Report
---@return nil
---@return yschema.Report about
function messages.failed(self, about)
  local text = tostring(about)
  if text == self.reported or self.shared:is_error(text) then return nil, about end
  self.reported = not self.shared:set_error(about) and text or nil
  messages.log(self, ngx.ERR, self.version > 0 and "version " .. self.version .. " stays in service"
    or "nothing is in service", "\n", text)
  messages.call_back(self, "on_error", about)
  return nil, about
end

--- Notes that nothing is in service yet, because nginx has only just started. That is no error, unless it lasts.
---@param self resty.yschema.Conf
---@param about yschema.Report
function messages.early(self, about)
  if self.shared:error() then return end
  self.shared:set_error(about, true)
  messages.log(self, ngx.NOTICE, about.violations[1].message)
end

--- Withdraws the reported error, because what the source has is valid now.
---@param self resty.yschema.Conf
function messages.error_is_gone(self)
  self.reported = nil
  if not self.shared:error() then return end
  self.shared:set_error(nil)
  if self.version == 0 then return end -- the first version, which is reported
  messages.log(self, ngx.NOTICE, self.source.blocking and "the files are in order again" or "the error is gone")
end

--- Reports that the source cannot be asked. An operator wants one line of this, and one for each other kind of problem.
---@param self resty.yschema.Conf
---@param given resty.yschema.Given with a problem
function messages.lost(self, given)
  self.problem = given.problem
  if self.version == 0 then
    local about = report.of_error("source", self.name, given.problem)
    messages.failed(self, self.cache_error and report.joined { about, self.cache_error } or about)
  end
  self.lost = self.lost or {}
  if self.lost[given.kind] then return end
  self.lost[given.kind] = true
  if self.version > 0 then
    messages.log(self, ngx.ERR, "the source cannot be asked, and version ", self.version, " stays in service: ",
      core.printable(given.problem, true))
  end
end

--- Notes that the source was asked.
---@param self resty.yschema.Conf
function messages.found(self)
  self.shared.counters:note_time "looked_at"
  if not self.lost then return end
  self.lost, self.problem = nil, nil
  messages.log(self, ngx.NOTICE, "the source answers again")
end

return messages
