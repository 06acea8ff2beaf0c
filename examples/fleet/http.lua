-- A source for resty.yschema: files on a web server, below one address.
--
-- The file `version` there has the version of the others. It is written last.

local http = {}

local Source = {}
Source.__index = Source

-- Makes a source. `options`: { host, port, path, interval: seconds between two looks at the version (5) }
function http.new(options)
  return setmetatable({
    host = options.host, port = options.port, path = options.path, interval = options.interval or 5,
  }, Source)
end

-- Fetches one file. With HTTP/1.0, the answer ends when the server closes the connection.
local function get(self, name)
  local socket = ngx.socket.tcp()
  socket:settimeout(5000)
  local ok, problem = socket:connect(self.host, self.port)
  if not ok then return nil, ("http://%s:%d cannot be reached: %s"):format(self.host, self.port, problem) end
  socket:send(("GET %s/%s HTTP/1.0\r\nHost: %s\r\n\r\n"):format(self.path, name, self.host))
  local answer
  answer, problem = socket:receive "*a"
  socket:close()
  if not answer then return nil, ("%s/%s cannot be read: %s"):format(self.path, name, problem) end
  local status, head, body = answer:match "^HTTP/%d%.%d (%d+)(.-)\r\n\r\n(.*)$"
  local length = head and tonumber(head:match "\r\n[Cc]ontent%-[Ll]ength: *(%d+)")
  if status ~= "200" then return nil, ("%s/%s: status %s"):format(self.path, name, status or "none") end
  if length and length ~= #body then return nil, ("%s/%s is cut off"):format(self.path, name) end
  return body
end

local function version_of(self)
  local text, problem = get(self, "version")
  if not text then return nil, problem end
  return "version " .. (text:match "%S+" or "none")
end

-- Returns the texts and their revision. When they change meanwhile, they are read again later.
function Source:read()
  local version, problem = version_of(self)
  if not version then return nil, problem end
  local texts = {}
  for i, role in ipairs { "schema", "values" } do
    local text
    text, problem = get(self, role .. ".yml")
    if not text then return nil, problem end
    texts[i] = { role = role == "schema" and "S" or "V", name = role .. ".yml", text = text }
  end
  if version_of(self) ~= version then return nil, "the files are just being changed" end
  return texts, version
end

-- Looks whether there is another version.
function Source:wait(revision)
  ngx.sleep(self.interval)
  local version, problem = version_of(self)
  if not version then return nil, problem end
  return version == revision and "timeout" or "changed"
end

-- Logs whether a version is in service: then there is no report.
function Source.validated(_, revision, report)
  ngx.log(ngx.NOTICE, revision, report and " was refused" or " is in service")
end

return http
