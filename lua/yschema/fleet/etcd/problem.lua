--- Problems with etcd: tables that print as one or two sentences, which name the endpoint, what happened, and what to
-- do about it.
--
-- @module yschema.fleet.etcd.problem

local problem = {}

local concat, ipairs, setmetatable = table.concat, ipairs, setmetatable
local byte, find, format, gsub, sub = string.byte, string.find, string.format, string.gsub, string.sub

---@class yschema.fleet.etcd.Problem
---@field kind "connect"|"timeout"|"http"|"answer"|"auth"|"tls"|"compacted"|"cluster"|"size"|"lease"|"call"
---@field message string for people; has no password and no token
---@field endpoint string? "host:port"
---@field compact_revision integer? the oldest revision that etcd still knows, with the kind "compacted"
local Problem = {}
Problem.__index = Problem

function Problem:__tostring() return self.message end

-- The remedy, by the kind of the problem.
local remedies = {
  connect = "is etcd running there, and is the address correct?",
  timeout = "is it overloaded, or is the network broken?",
  http = "is it etcd, version 3.4 or newer?",
  answer = "is it etcd, version 3.4 or newer?",
  auth = "give a user and the password, and let etcd grant the role to that user",
  size = "remove what is not needed from the store, or let the client read more",
  cluster = "another etcd may have been started in the place of the one that was known",
  compacted = "read everything once, and watch from there",
  lease = "take a new lease",
}

--- Makes a problem. The remedy follows the words after a colon.
---@param kind string
---@param endpoint string? "host:port"
---@param words string a clause about the server, such as "it does not answer"
---@param remedy string? false: none; without it, that of the kind
---@return yschema.fleet.etcd.Problem
function problem.new(kind, endpoint, words, remedy)
  if remedy == nil then remedy = remedies[kind] end
  local message = (endpoint and "etcd at " .. endpoint .. ": " or "etcd: ") .. words
  if remedy then message = message .. ": " .. remedy end
  return setmetatable({ kind = kind, endpoint = endpoint, message = message }, Problem)
end

--- Makes one problem of those of several endpoints.
---@param list yschema.fleet.etcd.Problem[] not empty
---@return yschema.fleet.etcd.Problem
function problem.joined(list)
  local first = list[1]
  if #list == 1 then return first end
  local kind, lines = first.kind, { "no endpoint of etcd can be used" }
  for _, one in ipairs(list) do
    -- The kind of a server that answers says more than that of one that does not.
    if kind == "connect" or kind == "timeout" then kind = one.kind end
    lines[#lines + 1] = "  " .. one.message
  end
  return setmetatable({ kind = kind, endpoint = first.endpoint, message = concat(lines, "\n"), all = list }, Problem)
end

local function escaped(character) return format("\\x%02x", byte(character)) end

-- The bytes of a server's words that are shown.
local most_shown = 160

--- Quotes what a server said: on one line, not too long, and without passwords and tokens.
---@param text string
---@param credentials string[] which are not shown
---@return string
function problem.quoted(text, credentials)
  for _, word in ipairs(credentials) do
    if word ~= "" then text = gsub(text, gsub(word, "%W", "%%%0"), "***") end
  end
  text = gsub(gsub(gsub(text, "^%s+", ""), "%s+$", ""), "%s+", " ")
  if #text > most_shown then
    text = sub(text, 1, most_shown)
    text = gsub(text, "[\192-\255][\128-\191]*$", "") .. "..."
  end
  return '"' .. gsub(text, "[%z\1-\31\127]", escaped) .. '"'
end

-- ---- errors of etcd -----------------------------------------------------------------

-- Errors of etcd, and what to do about them. `stale`: the token is no longer known; `unsent`: nothing was done.
local known = {
  { "invalid auth token", "auth", false, stale = true },
  { "revision of auth store is old", "auth", false, stale = true },
  { "auth old revision", "auth", false, stale = true },
  { "authentication failed", "auth", "the user or the password is not correct" },
  { "authentication is not enabled", "auth", "it has no users: leave user and password out" },
  { "user name is empty", "auth", "it needs a user: give a user and the password" },
  { "user name not found", "auth", "the user or the password is not correct" },
  { "permission denied", "auth", "etcd has to grant this user a role that may read and write the prefix" },
  { "CommonName of client", "auth",
    "the gateway of etcd knows no users of certificates: give a user and the password" },
  { "requested lease not found", "lease" },
  { "has been compacted", "compacted" },
  { "request is too large", "size", "etcd takes 1.5 MB at once: see its flag --max-request-bytes" },
  { "larger than max", "size", "etcd takes 1.5 MB at once: see its flag --max-request-bytes" },
  { "database space exceeded", "http",
    "its disk quota is full, so compact and defragment it, and then run etcdctl alarm disarm" },
  { "no leader", "http", "its cluster has no majority, so start the members that are missing", unsent = true },
  { "too many requests", "http", "it is overloaded", unsent = true },
  { "request timed out", "timeout", "it is overloaded, or its cluster has no majority" },
}

local by_code = { [7] = "auth", [16] = "auth", [11] = "compacted" }

--- Makes a problem of an error of etcd.
---@param endpoint string
---@param text string the error's text
---@param code integer? of gRPC
---@param credentials string[] which are not shown
---@return yschema.fleet.etcd.Problem problem has the fields `stale`, when a new token may help, and `unsent`, when
---   nothing was done
function problem.of_etcd(endpoint, text, code, credentials)
  local words = "it says " .. problem.quoted(gsub(text, "^etcdserver: ", ""), credentials)
  for _, row in ipairs(known) do
    if find(text, row[1], 1, true) then
      local made = problem.new(row[2], endpoint, words, row[3])
      made.stale, made.unsent = row.stale, row.unsent
      return made
    end
  end
  return problem.new(by_code[code] or "http", endpoint, words, by_code[code] and nil or false)
end

return problem
