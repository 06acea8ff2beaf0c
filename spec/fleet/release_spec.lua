-- Releases: what is signed.

local digest = require "yschema.fleet.digest"
local fleet = require "spec.support.fleet"
local folder = require "spec.support.folder"
local release = require "yschema.fleet.release"
local signature = require "yschema.fleet.signature"

if not fleet.usable "the release" then return end

local A, B = ("a"):rep(64), ("b"):rep(64)

describe("a release", function()
  local place, private, public, other_private, other_public, text
  local given = { pointer = "/prod/gateway/pointer", bundle = A, serial = 12, schema_version = "7" }

  setup(function()
    place = folder.make "x"
    private, public = fleet.key(place, "key")
    other_private, other_public = fleet.key(place, "other")
    text = assert(release.sign(given, private))
  end)
  teardown(function() folder.remove(place) end)

  local function with(changes)
    local copy = {}
    for name, value in pairs(given) do copy[name] = value end
    for name, value in pairs(changes) do copy[name] = value end
    return copy
  end

  local function refused(problem, own, expected, keys)
    assert.same({ nil, problem }, { release.verify(own, expected or given, keys or public) })
  end

  local again = "publish it again with --sign KEY.pem"

  it("is one line of JSON, and a certificate that signs it", function()
    local line, pem = text:match "^([^\n]*)\n(.*)$"
    assert.equal('{"format":"yschema-release/1","pointer":"/prod/gateway/pointer","bundle":"' .. A
      .. '","serial":12,"schema_version":"7"}', line)
    assert.is_true(signature.verify(pem, digest.sha256(line), public))
    assert.is_true(release.verify(text, given, public))
  end)

  it("is worth nothing for another pointer, bundle, serial or version of the schema", function()
    refused("the bundle was signed for /prod/gateway/pointer, and not for /staging/gateway/pointer: publish it here",
      text, with { pointer = "/staging/gateway/pointer" })
    refused("the bundle was not signed: its signature is that of the bundle " .. A .. "; " .. again, text,
      with { bundle = B })
    refused("the bundle was signed for the serial 12, and not for 9007199253692416: " .. again, text,
      with { serial = 2 ^ 53 - 2 ^ 20 })
    refused("the bundle was signed for the serial 12, and not for 13: " .. again, text, with { serial = 13 })
    refused('the bundle was signed for the schema version "7", and has "8": ' .. again, text,
      with { schema_version = "8" })
  end)

  it("is refused when it was edited", function()
    for _, change in ipairs { { "prod", "test" }, { '"serial":12', '"serial":13' }, { A, B }, { '"7"', '"8"' } } do
      local edited = text:gsub(change[1], change[2], 1)
      local ok, problem = release.verify(edited, given, public)
      assert.is_nil(ok)
      assert.matches("for another text %(%x+%), because its first line was edited", problem)
    end
  end)

  it("is refused with the reason", function()
    refused("the bundle is not signed, and this node takes only signed ones: " .. again, nil)
    refused("the bundle is not signed, and this node takes only signed ones: " .. again, "")
    refused("the signature of the bundle is too long: publish it again", ("x"):rep(140000))
    refused("the signature of the bundle is damaged: its first line does not end; " .. again, "{}")
    refused("the signature of the bundle is no certificate in PEM: " .. again, text:match "^[^\n]*\n" .. "x")
    refused("the bundle was signed with another key than those that this node trusts: publish it again with a"
      .. " trusted key, or give the node the public key", text, given, other_public)
    refused("the signature of the bundle is in a newer format, yschema-release/2, and this yschema reads"
      .. " yschema-release/1: update yschema on this machine", (text:gsub("release/1", "release/2")))
  end)

  it("is refused in the first format, which vouched for the bundle alone", function()
    refused("the signature of the bundle is in the first format, which has no prefix and no serial: " .. again,
      assert(signature.sign(A, private)))
  end)

  it("may have signatures of several keys", function()
    local both = assert(release.sign_again(text, given, other_private))
    assert.is_true(release.verify(both, given, public))
    assert.is_true(release.verify(both, given, other_public))
    assert.equal(2, select(2, both:gsub("BEGIN CERT", "")))
  end)

  -- Otherwise another program could put there what the next publisher signs.
  it("never gets the signature of another key for what it does not say", function()
    for _, strange in ipairs { assert(release.sign(with { bundle = B }, private)), "x", "", "{}\n",
      assert(release.sign(with { pointer = "/other/gateway/pointer" }, private)) } do
      local made = assert(release.sign_again(strange, given, other_private))
      assert.is_true(release.verify(made, given, other_public))
      assert.is_nil((release.verify(made, given, public)))
    end
  end)

  it("is not made of invalid values", function()
    assert.same({ nil, 'the bundle cannot be signed: "serial" must be a whole number above 0' },
      { release.sign(with { serial = 0 }, private) })
    assert.matches("^the bundle cannot be signed with /gone: the file cannot be read",
      (select(2, release.sign(given, "/gone"))))
  end)
end)
