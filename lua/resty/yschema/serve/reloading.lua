--- Reads the source at once, for `conf:reload()`.
--
-- Files are read in the worker that was asked. Another source is read by the worker that watches it.
--
-- @module resty.yschema.serve.reloading

local calls = require "resty.yschema.source.calls"
local messages = require "resty.yschema.report.messages"
local report = require "yschema.report.report"
local versions = require "resty.yschema.serve.versions"

local reloading = {}

-- Reads the source here, and validates what it has.
local function here(self, waits)
  local tries, last = 0, ngx.now() + self.patience
  repeat
    local given = calls.read(self)
    if not given.texts then
      return messages.failed(self, given.error or report.of_error("source", self.name, given.problem))
    end
    local packed, about = versions.pack(self, given.texts)
    if not packed then return messages.failed(self, about) end
    versions.follow(self)
    if packed == self.packed then
      messages.error_is_gone(self)
      return self.version
    end
    local attempt = versions.advance(self, packed)
    if attempt.state == "served" then return self.version end
    if attempt.state == "refused" then return nil, attempt.report end
    tries = tries + 1
    if waits then ngx.sleep(0.02) end -- another worker is checking the texts
  until tries >= 10 and not (waits and ngx.now() < last)
  return nil, report.of_error("store", self.shared.label, "other workers publish all the time")
end

-- Asks the worker that watches to read the source, and waits until it has.
local function elsewhere(self)
  local counters = self.shared.counters
  local wish, last = counters:count "wishes", ngx.now() + self.patience
  repeat
    ngx.sleep(0.02)
    if (counters:read "granted" or 0) >= wish then
      versions.follow(self)
      local text = self.shared:error()
      if not text then return self.version end
      return nil, report.of_error("source", self.name, text)
    end
  until ngx.now() >= last
  local problem = calls.unpack_stats(self.shared.notes:get "source").problem
  return nil, report.of_error("source", self.name, ("the source was not read within %g s%s"):format(self.patience,
    problem and ": " .. problem or ""))
end

--- Reads the source now, and serves what it has when that is valid.
---@param self resty.yschema.Conf
---@return integer? version in service
---@return yschema.Report? report
function reloading.now(self)
  local phase = ngx.get_phase()
  local waits = versions.may_wait[phase]
  if self.source.blocking then return here(self, waits) end
  if waits then return elsewhere(self) end
  return nil, report.of_error("source", self.name, "the source cannot be read in " .. phase)
end

return reloading
