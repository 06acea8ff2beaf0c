--- Releases: what a publisher signs. A release says that one bundle is in service under one pointer, with one serial.
--
-- The signature of a bundle is one line of JSON, the release, and certificates in PEM that sign the SHA-256 of
-- this line (`yschema.fleet.signature`). So what was signed for one prefix, one configuration or one serial is not
-- valid for another one.
--
-- @module yschema.fleet.release

local digest = require "yschema.fleet.digest"
local records = require "yschema.fleet.records"
local signature = require "yschema.fleet.signature"

local release = {}

local find, format, sub, tostring = string.find, string.format, string.sub, tostring

--- The signed text.
---@class yschema.fleet.Release
---@field pointer string the key of the pointer, which has the prefix and the name of the configuration
---@field bundle string its id
---@field serial integer of the target that names the bundle
---@field schema_version string of the bundle

local form = {
  what = "the signature of the bundle", format = "yschema-release", version = 1, most_bytes = 8 * 1024,
  remedy = "publish it again with --sign KEY.pem",
  fields = { { "pointer", "text" }, { "bundle", "id" }, { "serial", "positive" }, { "schema_version", "line" } },
}

local unsigned = "the bundle is not signed, and this node takes only signed ones: " .. form.remedy
local first_format = "the signature of the bundle is in the first format, which has no prefix and no serial: "
  .. form.remedy

-- Splits a text into the release and the certificates.
local function parts_of(text)
  if text == nil or text == "" then return nil, unsigned end
  if #text > signature.most_bytes then return nil, "the signature of the bundle is too long: publish it again" end
  if find(text, "^%s*%-%-%-%-%-BEGIN CERTIFICATE") then return nil, first_format end
  local stop = find(text, "\n", 1, true)
  if not stop then return nil, records.damaged(form, "its first line does not end") end
  local line = sub(text, 1, stop - 1)
  local read, problem = records.read(line, form)
  if not read then return nil, problem end
  return { release = read, line = line, certificates = sub(text, stop + 1) }
end

-- Says for what else a release was signed; nil when it is the one that is expected.
local function difference(read, expected)
  if read.pointer ~= expected.pointer then
    return format("was signed for %s, and not for %s: publish it here", read.pointer, expected.pointer)
  elseif read.bundle ~= expected.bundle then
    return format("was not signed: its signature is that of the bundle %s; %s", read.bundle, form.remedy)
  elseif read.serial ~= expected.serial then
    return format("was signed for the serial %.0f, and not for %.0f: %s", read.serial, expected.serial, form.remedy)
  elseif read.schema_version ~= expected.schema_version then
    return format('was signed for the schema version "%s", and has "%s": %s', read.schema_version,
      tostring(expected.schema_version), form.remedy)
  end
end

--- Checks that one of the keys has signed a release.
---@param text string? the value of the key of the signature
---@param expected yschema.fleet.Release
---@param keys yschema.fleet.PublicKeys|string|string[] see `signature.keys`
---@return true? ok
---@return string? problem a sentence that says what to do
function release.verify(text, expected, keys)
  local parts, problem = parts_of(text)
  if not parts then return nil, problem end
  local id, ok
  id, problem = digest.sha256(parts.line)
  if not id then return nil, problem end
  ok, problem = signature.verify(parts.certificates, id, keys)
  if not ok then return nil, problem end
  problem = difference(parts.release, expected)
  if problem then return nil, "the bundle " .. problem end
  return true
end

-- Signs a line of JSON. Returns the certificate, or nil and a problem.
local function certificate_of(line, key_path)
  local id, problem = digest.sha256(line)
  if not id then return nil, problem end
  return signature.sign(id, key_path)
end

--- Signs a release. When the key has a passphrase, openssl asks for it on the terminal.
---@param given yschema.fleet.Release
---@param key_path string the file of a private key in PEM: Ed25519, EC or RSA
---@return string? text for the key of the signature
---@return string? problem a sentence
function release.sign(given, key_path)
  local plain, problem = records.checked(given, form.fields)
  if not plain then return nil, "the bundle cannot be signed: " .. problem end
  local line = records.write(plain, form)
  local pem
  pem, problem = certificate_of(line, key_path)
  if not pem then return nil, problem end
  return line .. "\n" .. pem
end

--- Adds the signature of another key. A text that is not about this release is replaced and not signed: another program
-- may have written it.
---@param text string the value of the key of the signature
---@param given yschema.fleet.Release
---@param key_path string
---@return string? text
---@return string? problem
function release.sign_again(text, given, key_path)
  local parts = parts_of(text)
  if not parts or difference(parts.release, given) then return release.sign(given, key_path) end
  local pem, problem = certificate_of(parts.line, key_path)
  if not pem then return nil, problem end
  return (text:gsub("\n*$", "\n")) .. pem
end

return release
