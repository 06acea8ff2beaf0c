--- The module `base64`: encodes and decodes as RFC 4648 says, with the behaviour of Go's encoding/base64.
--
-- Options: `url` uses the alphabet for URLs; `raw` omits the padding; `strict` requires that bits beyond
-- the last byte are zero.
--
-- @module yschema.modules.encoding.base64

local raise = require "yschema.starlark.values".raise
local support = require "yschema.modules.support"

local byte, char, floor, sub = string.byte, string.char, math.floor, string.sub
local concat = table.concat

local letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

-- Makes the tables for an alphabet: from twelve bits to two letters, and from a byte to six bits.
local function alphabet(last_two)
  local all, pairs_of, bits = letters .. last_two, {}, {}
  for i = 0, 63 do bits[byte(all, i + 1)] = i end
  for i = 0, 4095 do
    local high, low = floor(i / 64) + 1, i % 64 + 1
    pairs_of[i] = sub(all, high, high) .. sub(all, low, low)
  end
  return { pairs = pairs_of, bits = bits }
end

local standard, for_urls = alphabet "+/", nil

local function alphabet_of(options)
  if not options.url then return standard end
  for_urls = for_urls or alphabet "-_"
  return for_urls
end

local function encode(s, options)
  local twelve, out, n = alphabet_of(options).pairs, {}, 0
  for i = 1, #s - 2, 3 do
    local a, b, c = byte(s, i, i + 2)
    n = n + 2
    out[n - 1] = twelve[a * 16 + floor(b / 16)]
    out[n] = twelve[b % 16 * 256 + c]
  end
  local rest = #s % 3
  if rest > 0 then
    local a, b = byte(s, #s - rest + 1, #s)
    b = b or 0
    local pad = options.raw and "" or rest == 1 and "==" or "="
    out[n + 1] = twelve[a * 16 + floor(b / 16)]
    out[n + 2] = (rest == 2 and sub(twelve[b % 16 * 256], 1, 1) or "") .. pad
  end
  return concat(out)
end

-- Line breaks are ignored.
local function skip_breaks(s, at)
  while byte(s, at) == 10 or byte(s, at) == 13 do at = at + 1 end
  return at
end

-- Checks what follows the `count` letters of the last group, when there is a `=`. Returns the offset of the
-- error, counted from 0, or nil.
local function padding_error(s, at, count)
  if count < 2 then return at - 1 end
  at = at + 1
  if count == 2 then
    at = skip_breaks(s, at)
    if at > #s then return #s end
    if byte(s, at) ~= 61 then return at - 1 end
    at = at + 1
  end
  at = skip_breaks(s, at)
  if at <= #s then return at - 1 end
end

-- Returns the bytes of the last, incomplete group; nil when bits are left over.
local function last_bytes(bits, count, strict)
  if count == 0 then return "" end
  local over = count == 2 and 16 or 4
  if strict and bits % over ~= 0 then return nil end
  bits = floor(bits / over)
  if count == 2 then return char(bits) end
  return char(floor(bits / 256), bits % 256)
end

-- Returns the bytes, or nil and the offset of the error.
local function decode(s, options)
  local bits_of, out, n = alphabet_of(options).bits, {}, 0
  local bits, count, at = 0, 0, 1
  while at <= #s do
    local b = byte(s, at)
    local six = bits_of[b]
    if six then
      bits, count = bits * 64 + six, count + 1
      if count == 4 then
        n = n + 1
        out[n] = char(floor(bits / 65536), floor(bits / 256) % 256, bits % 256)
        bits, count = 0, 0
      end
    elseif b == 61 and not options.raw then
      local failure = padding_error(s, at, count)
      if failure then return nil, failure end
      break
    elseif b ~= 10 and b ~= 13 then
      return nil, at - 1
    end
    at = at + 1
  end
  if at > #s and count > 0 and (count == 1 or not options.raw) then return nil, #s - count end
  out[n + 1] = last_bytes(bits, count, options.strict)
  if not out[n + 1] then return nil, at - 2 end
  return concat(out)
end

local fields = {}

local known = { url = "bool", raw = "bool", strict = "bool" }

support.define(fields, "base64", "encode", known, function(value, options)
  return encode(support.string("base64.encode", value), options)
end)

local function decoded(value, options)
  local bytes, failure = decode(value, options)
  if bytes then return bytes end
  return nil, "illegal base64 data at input byte " .. failure
end

support.define(fields, "base64", "decode", known, function(value, options)
  local bytes, problem = decoded(support.string("base64.decode", value), options)
  if not bytes then raise("base64.decode: " .. problem) end
  return bytes
end)

support.predicate(fields, "base64", "decodable", "base64", known, function(value, options)
  local _, problem = decoded(value, options)
  return problem
end)

return {
  fields = fields,
  --- encode(bytes, options) and decode(text, options), which returns nil and the problem when the text is invalid.
  encode = encode, decode = decoded,
}
