--- The text of the file in which a node keeps the bundle that it serves.
--
-- It is one line of JSON and then the bundle. All of it is checked again when it is read.
--
-- @module yschema.fleet.cache_file

local bundle = require "yschema.fleet.bundle"
local digest = require "yschema.fleet.digest"
local records = require "yschema.fleet.records"
local release = require "yschema.fleet.release"

local cache_file = {}

local find, format, sub = string.find, string.format, string.sub

--- The content of a cache file.
---@class yschema.fleet.CacheFile
---@field name string of the configuration
---@field serial integer of the pointer that named the bundle; 0: it is not known
---@field id string of the bundle
---@field cluster? string the identity of the etcd cluster that it came from
---@field pointer? string the key of the pointer that named the bundle
---@field signature? string see `yschema.fleet.release`
---@field text string the bundle's text
---@field bundle yschema.fleet.Bundle the same, read

local form = {
  what = "the cache file", format = "yschema-cache", version = 2, most_bytes = 256 * 1024,
  remedy = "remove it, and the node fetches the bundle again",
  fields = {
    { "name", "name" }, { "serial", "count" }, { "bundle", "id" }, { "cluster", "line", optional = true },
    { "pointer", "text", optional = true }, { "signature", "text", optional = true }, { "check", "id" },
  },
}

--- The most bytes of a cache file.
cache_file.most_bytes = bundle.most_bytes + form.most_bytes + 1

-- The SHA-256 of the fields of the line, which shows whether the line was edited.
local function check_of(line)
  return digest.sha256(table.concat({ line.name, format("%.0f", line.serial), line.bundle, tostring(line.cluster),
    tostring(line.signature), line.pointer }, "\n"))
end

--- Makes the text of a cache file.
---@param given { name: string, serial: integer, id: string, cluster: string?, pointer: string?, signature: string?,
---   text: string }
---@return string? text
---@return string? problem
function cache_file.make(given)
  local line = { name = given.name, serial = given.serial, bundle = given.id, cluster = given.cluster,
    pointer = given.pointer, signature = given.signature, check = given.id }
  local plain, problem = records.checked(line, form.fields)
  if not plain then return nil, "the cache file cannot be made: " .. problem end
  plain.check, problem = check_of(plain)
  if not plain.check then return nil, problem end
  local written = records.write(plain, form)
  if #written > form.most_bytes then return nil, "the cache file cannot be made: the signature is too long" end
  return table.concat { written, "\n", given.text }
end

--- Reads the text of a cache file.
---@param text string
---@param name string of the configuration that it must be of
---@param keys? yschema.fleet.PublicKeys when the bundle must be signed by one of them
---@param pointer? string with `keys`, the key of the pointer for which it must be signed
---@return yschema.fleet.CacheFile? content
---@return string? problem a sentence that says what to do
function cache_file.read(text, name, keys, pointer)
  if type(text) ~= "string" then return nil, "the cache file is missing: it is written with the next bundle" end
  local stop = find(text, "\n", 1, true)
  if not stop then return nil, records.damaged(form, "its first line does not end") end
  local line, problem = records.read(sub(text, 1, stop - 1), form)
  if not line then return nil, problem end
  local check
  check, problem = check_of(line)
  if not check then return nil, problem end
  if check ~= line.check then return nil, records.damaged(form, "its first line was edited") end
  local own = sub(text, stop + 1)
  local content
  content, problem = bundle.read(own, line.bundle, name, form.remedy)
  if content and keys then
    local _
    _, problem = release.verify(line.signature, { pointer = pointer or line.pointer, bundle = line.bundle,
      serial = line.serial, schema_version = content.schema_version }, keys)
  end
  if problem then return nil, "the cache file cannot be used: " .. problem end
  if line.name ~= name then return nil, records.damaged(form, '"name" is not that of the bundle') end
  return { name = name, serial = line.serial, id = line.bundle, cluster = line.cluster, pointer = line.pointer,
    signature = line.signature, text = own, bundle = content }
end

return cache_file
