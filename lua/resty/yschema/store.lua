--- What workers share: one version of a configuration's texts, in a shared dictionary.
--
-- The published entry is the only truth, and it is one value, so that nobody sees
-- half of it. Whoever holds another version takes the published one; two workers
-- that publish at the same moment therefore come to agree with their next look.
--
-- @module resty.yschema.store

local store = {}

---@class resty.yschema.Store
---@field private dict table the shared dictionary
---@field private name string the configuration's
local Store = {}
Store.__index = Store

--- The part of a dictionary that belongs to a configuration.
---@param dictionary string name in `lua_shared_dict`
---@param name string
---@return resty.yschema.Store? store
---@return string? problem
function store.new(dictionary, name)
  local dict = ngx.shared[dictionary]
  if not dict then
    return nil, ('there is no shared dictionary "%s": put "lua_shared_dict %s 1m;" into the http block')
      :format(dictionary, dictionary)
  end
  return setmetatable({ dict = dict, name = name, label = "lua_shared_dict " .. dictionary }, Store)
end

--- What is published; nil when nothing is, or it was evicted.
---@return integer? version
---@return string? packed texts
---@return string? entry both, for put_back()
function Store:published()
  local entry = self.dict:get(self.name)
  if not entry then return nil end
  local version, at = entry:match "^(%d+)\n()"
  return tonumber(version), entry:sub(at), entry
end

-- Never at the expense of what others keep in the dictionary.
local function put(self, entry)
  local old = self.dict:get(self.name)
  local ok, problem = self.dict:safe_set(self.name, entry)
  if ok then return true end
  if old then self.dict:safe_set(self.name, old) end -- a value of another size is gone
  return nil, ("a version of %d bytes does not fit (%s): make the dictionary larger"):format(#entry, problem)
end

--- Publishes texts under a new version, unless they are what is published: then its
-- version is theirs.
---@param packed string
---@param least integer the version is above it, even when the counter was lost
---@return integer? version
---@return string? problem
function Store:publish(packed, least)
  local now, published = self:published()
  if published == packed then return now end
  local counter = self.name .. ":count"
  local version, problem = self.dict:incr(counter, 1, least)
  if not version then return nil, problem end
  if version <= least then
    version = least + 1
    self.dict:set(counter, version)
  end
  local ok
  ok, problem = put(self, version .. "\n" .. packed)
  if not ok then return nil, problem end
  return version
end

--- Puts back what was evicted.
---@param version integer
---@param packed string
---@return boolean? ok
---@return string? problem
function Store:put_back(version, packed)
  return put(self, version .. "\n" .. packed)
end

--- Whether it is this worker that looks at the files now.
---@param seconds number for how long no other one does
---@return boolean
function Store:take_turn(seconds)
  local ok, problem = self.dict:safe_add(self.name .. ":turn", ngx.worker.pid(), seconds)
  return ok or problem ~= "exists"
end

-- A fault's entry: a digest, the size of the text, text and JSON.
local function fault_entry(digest, text, json)
  return ("%s %d\n%s%s"):format(digest, #text, text, json)
end

--- Why the files are not what is served.
---@return string? text
---@return string? json
function Store:fault()
  local entry = self.dict:get(self.name .. ":fault")
  if not entry then return nil end
  local size, at = entry:match "^%x+ (%d+)\n()"
  return entry:sub(at, at + size - 1), entry:sub(at + size)
end

--- Whether this is the fault that was noted.
---@param text string
---@return boolean
function Store:is_fault(text)
  local entry = self.dict:get(self.name .. ":fault")
  return entry ~= nil and entry:sub(1, 32) == ngx.md5(text)
end

--- Notes a fault for all workers; nil: there is none.
---@param text? string
---@param json? string
---@return boolean? noted
function Store:set_fault(text, json)
  local key = self.name .. ":fault"
  if not text then return self.dict:delete(key) end
  local digest = ngx.md5(text)
  if self.dict:safe_set(key, fault_entry(digest, text, json)) then return true end
  local first = text:match "^[^\n]*" -- all of it is in the log
  return self.dict:safe_set(key, fault_entry(digest, first, '{"violations": [], "warnings": []}\n'))
end

return store
