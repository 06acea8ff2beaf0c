--- Keys and values of etcd as JSON has them: in base64, with numbers as texts, and without what is zero.
--
-- @module yschema.fleet.etcd.values

local values = {}

local byte, char, find, format, sub = string.byte, string.char, string.find, string.format, string.sub

-- The bytes of a text in base64; "" without one; nil when it is none.
local function bytes_of(transport, text)
  if text == nil or text == "" then return "" end
  if type(text) ~= "string" or #text % 4 ~= 0 then return nil end
  return transport.decode(text)
end

-- A whole number that is not negative; 0 without one; nil when it is none.
local function number_of(text)
  if text == nil then return 0 end
  local number = type(text) == "string" and find(text, "^%d+$") and #text <= 18 and tonumber(text)
    or type(text) == "number" and text
  return number and number >= 0 and number < 2 ^ 60 and number % 1 == 0 and number or nil
end

--- A revision as a number.
values.number = number_of

--- Writes a number for JSON, which has 64 bits there.
---@param number number
---@return string
function values.decimal(number) return format("%d", number) end

--- The end of the range of all keys that begin with a text.
---@param prefix string
---@return string
function values.after(prefix)
  for i = #prefix, 1, -1 do
    if byte(prefix, i) < 255 then return sub(prefix, 1, i - 1) .. char(byte(prefix, i) + 1) end
  end
  return "\0" -- all keys after this one
end

--- Makes the part of a request that names a key, or all keys that begin with it.
---@param transport table
---@param key string
---@param prefix boolean?
---@return table request
function values.range(transport, key, prefix)
  local request = { key = transport.encode(prefix and key == "" and "\0" or key) }
  if prefix then request.range_end = transport.encode(values.after(key)) end
  return request
end

--- Reads a key with its value.
---@param transport table
---@param kv any
---@return { key: string, value: string, mod_revision: integer, create_revision: integer, lease: string? }?
---@return string? error
function values.item(transport, kv)
  if type(kv) ~= "table" then return nil, "its answer has an item that is no map" end
  local key, value = bytes_of(transport, kv.key), bytes_of(transport, kv.value)
  local modified, created = number_of(kv.mod_revision), number_of(kv.create_revision)
  if not key or not value then return nil, "its answer has a key or a value that is not in base64" end
  if not modified or not created then return nil, "its answer has a revision that is no number" end
  local lease = kv.lease ~= nil and kv.lease ~= "0" and kv.lease or nil
  if lease and type(lease) ~= "string" then return nil, "its answer has a lease that is no text" end
  return { key = key, value = value, mod_revision = modified, create_revision = created, lease = lease }
end

--- Reads an event of a watch.
---@param transport table
---@param event any
---@return { type: "put"|"delete", key: string, value: string, mod_revision: integer }?
---@return string? error
function values.event(transport, event)
  if type(event) ~= "table" then return nil, "it sent an event that is no map" end
  local item, failure = values.item(transport, event.kv)
  if not item then return nil, failure end
  item.type = event.type == "DELETE" and "delete" or "put"
  return item
end

return values
