-- Bundles: made, read, and refused when any part of them is invalid.

local bundle = require "yschema.fleet.bundle"
local digest = require "yschema.fleet.digest"
local fleet = require "spec.support.fleet"
local random = require "spec.properties.random"

if not fleet.usable "the bundle" then return end

local text, id = fleet.bundle()

-- Replaces a plain piece of a text, which must be there.
local function with(piece, other, given)
  given = given or text
  local first, last = given:find(piece, 1, true)
  assert(first, piece)
  return given:sub(1, first - 1) .. other .. given:sub(last + 1)
end

-- Reads a text that is called by its own SHA-256.
local function read(given, name) return bundle.read(given, digest.sha256(given), name) end

local function refused(given, reason)
  local got, problem = read(given)
  assert.is_nil(got)
  assert.equal(reason, problem)
end

local function damaged(given, reason) refused(given, "the bundle is damaged: " .. reason .. "; publish it again") end

describe("a bundle", function()
  it("is one line of JSON and the texts", function()
    local sums = {}
    local version = digest.sha256("schema schema.yml " .. digest.sha256(fleet.schema) .. "\n"):sub(1, 12)
    for i, file in ipairs(fleet.files()) do sums[i] = digest.sha256(file.text) end
    assert.equal('{"format":"yschema-bundle/2","name":"gateway","schema_version":"' .. version
      .. '","made":"2026-11-23T08:00:00Z","by":"ann@build-1",'
      .. '"files":[{"role":"schema","name":"schema.yml","bytes":60,"sha256":"' .. sums[1] .. '"},'
      .. '{"role":"values","name":"conf/values.yml","bytes":11,"sha256":"' .. sums[2] .. '"}]}\n'
      .. fleet.schema .. "port: 8080\n", text)
    assert.equal(digest.sha256(text), id)
  end)

  it("is read again", function()
    assert.same({ id = id, name = "gateway", schema_version = bundle.schema_version(fleet.files()),
      made = fleet.made, by = fleet.by, files = fleet.files() },
      (bundle.read(text, id, "gateway")))
  end)

  it("has the version of the schema", function()
    local own, own_id = fleet.bundle(nil, { schema_version = "3" })
    assert.equal("3", bundle.read(own, own_id).schema_version)
    local files = fleet.files()
    local before = bundle.schema_version(files)
    files[2].text = "port: 1\n"
    assert.equal(before, bundle.schema_version(files))
    files[1].text = files[1].text .. "more: 1\n"
    assert.are_not.equal(before, bundle.schema_version(files))
  end)

  it("holds libraries, empty files and any bytes", function()
    local files = fleet.files(("\0\r\n\255{}"):rep(1000))
    files[3] = { role = "library", name = "lib/ä b.star", text = "" }
    local own, own_id = fleet.bundle(nil, { files = files })
    assert.same(files, bundle.read(own, own_id, "gateway").files)
  end)

  it("is equal for equal contents, and another one for others", function()
    assert.equal(text, (fleet.bundle()))
    assert.are_not.equal(id, (select(2, fleet.bundle "port: 8081\n")))
  end)

  it("is split into parts that the store takes, and joined again", function()
    assert.equal(2 ^ 20, bundle.part_bytes)
    assert.equal(64, bundle.most_parts)
    assert.same({ text }, bundle.split(text))
    local long = ("x"):rep(2 * bundle.part_bytes)
    assert.equal(2, #bundle.split(long))
    local parts = bundle.split(long .. "y")
    assert.equal("y", parts[3])
    assert.equal(long .. "y", bundle.join(parts))
    assert.same({ "" }, bundle.split "")
  end)

  it("may have keys that are not known yet", function()
    local own = with('"name":"gateway"', '"colour":{"a":[1,null]},"name":"gateway"')
    own = with('"role":"values"', '"role":"values","mode":"0644"', own)
    assert.same(fleet.files(), read(own, "gateway").files)
  end)
end)

describe("a bundle is not made", function()
  local function not_made(given, problem)
    local all = { name = "gateway", made = fleet.made, by = fleet.by, files = fleet.files() }
    for key, value in pairs(given) do all[key] = value end
    local got, found = bundle.make(all)
    assert.is_nil(got)
    assert.equal("the bundle cannot be made: " .. problem, found)
  end

  it("of an invalid name, time or publisher", function()
    not_made({ name = "a/b" }, '"name" must be the name of a configuration')
    for _, made in ipairs { "today", "2026-13-23T08:00:00Z", "2026-11-32T08:00:00Z", "2026-11-23T24:00:00Z",
      "2026-11-23T08:60:00Z", "2026-11-23T08:00:61Z", "2026-11-23 08:00:00", "2026-11-23T08:00:00Zx" } do
      not_made({ made = made }, '"made" must be a time such as 2026-11-23T08:00:00Z')
    end
    not_made({ by = "a\27[2J" }, '"by" must be one line of text with at most 200 bytes')
    not_made({ schema_version = 3 }, '"schema_version" must be one line of text with at most 200 bytes')
  end)

  it("of invalid files", function()
    local function files(name, role)
      return { files = { { role = "schema", name = "schema.yml", text = "" },
        { role = role or "values", name = name, text = "" } } }
    end
    not_made({ files = {} }, "it has no schema")
    not_made(files("a", "code"), 'the role of a is neither "schema" nor "values" nor "library"')
    not_made(files "schema.yml", 'two files are called "schema.yml"')
    not_made(files "/etc/a.yml", 'the name of a file must be relative, and "/etc/a.yml" is not')
    for _, name in ipairs { "../a", "a/../b", "a//b", "./a", "a/", "a/.", ".." } do
      not_made(files(name), ('the name of a file must not have "//", "." or ".." on its way, as "%s" has'):format(name))
    end
    for _, name in ipairs { "a\nb", "a\0b", "a\255", "\194\155a", "a\226\128\168b" } do
      not_made(files(name), "the name of a file must be UTF-8 without control characters")
    end
    not_made(files "", "the name of a file must not be empty")
    assert.is_string((bundle.make { name = "gateway", made = fleet.made, by = fleet.by,
      files = files(("x"):rep(1000)).files }))
    not_made(files(("x"):rep(1001)), "the name of a file may have 1000 bytes, and one has 1001")
  end)

  it("when it is too large", function()
    local files = fleet.files(("x"):rep(bundle.most_bytes))
    local got, problem = bundle.make { name = "gateway", made = fleet.made, by = fleet.by, files = files }
    assert.is_nil(got)
    assert.matches("^the bundle has 671%d+ bytes, and may have 67108864: leave files out", problem)
  end)

  it("when it has too many files", function()
    local files = fleet.files()
    for i = 1, 4200 do files[i + 2] = { role = "values", name = ("%04d"):format(i) .. ("x"):rep(990), text = "" } end
    assert.same({ nil, "the bundle cannot be made: it has too many files" },
      { bundle.make { name = "gateway", made = fleet.made, by = fleet.by, files = files } })
  end)
end)

describe("a bundle is refused", function()
  it("under another id", function()
    local got, problem = bundle.read(text, ("0"):rep(64), "gateway")
    assert.is_nil(got)
    assert.equal(("the bundle is not the one that was published: its SHA-256 is %s and not %s; publish it again")
      :format(id, ("0"):rep(64)), problem)
    assert.equal("the bundle is missing: publish it again", (select(2, bundle.read(nil, id))))
  end)

  it("as one of another configuration", function()
    assert.equal('the bundle is one of the configuration "gateway", and not of "mail": publish under the correct name',
      (select(2, read(text, "mail"))))
  end)

  it("in a newer format, in the first one, and in none", function()
    refused(with("bundle/2", "bundle/3"), "the bundle is in a newer format, yschema-bundle/3, and this yschema reads"
      .. " yschema-bundle/2: update yschema on this machine")
    refused(with("bundle/2", "bundle/1"), "the bundle is in an older format, yschema-bundle/1, and this yschema reads"
      .. " yschema-bundle/2: publish it again")
    for _, other in ipairs { "bundle/x", "pointer/1", "bundle/1.0", "bundle/", "bundle/-2" } do
      refused(with("bundle/2", other), 'the bundle is not one of yschema: its "format" is not "yschema-bundle/2";'
        .. " publish it again")
    end
  end)

  it("when its header is no JSON object", function()
    damaged("", "its first line does not end")
    damaged("x", "its first line does not end")
    damaged("\n", "it is no JSON: did not find a value in a JSON text")
    damaged("[]\n", "it is no JSON object")
    damaged("null\n", "it is no JSON object")
    damaged('"x"\n', "it is no JSON object")
    damaged("{'a':1}\n", "it is no JSON: did not find a key in double quotes in a JSON text")
    damaged(with('"name":', '"name":"gateway","name":'), 'it is no JSON: duplicate key "name"')
    damaged(with("ann", "a\255n"), "it is no JSON: invalid UTF-8 (byte offset 115)")
    damaged(("["):rep(2000) .. "\n", "it is no JSON: collections are nested more than 1000 levels deep")
  end)

  it("when values of the header are invalid", function()
    local start = '{"format":"yschema-bundle/2","name":"a","schema_version":"1","made":"2026-11-23T08:00:00Z","by":"a",'
    damaged(with('"gateway"', "3"), '"name" must be the name of a configuration')
    damaged(with('"name":"gateway",', ""), '"name" is missing')
    damaged(with('"ann@build-1"', "null"), '"by" must be one line of text with at most 200 bytes')
    damaged(with("ann", "\\u001b[2J"), '"by" must be one line of text with at most 200 bytes')
    damaged((text:gsub('"schema_version":"%w+"', '"schema_version":[]')),
      '"schema_version" must be one line of text with at most 200 bytes')
    damaged(start .. '"files":{}}\n',
      '"files" must be a list')
    damaged(start .. '"files":[]}\n',
      "it has no schema")
    damaged(start .. '"files":["x"]}\n',
      '"files[1]" must be a map')
  end)

  it("when its files are invalid", function()
    damaged(with('"bytes":60', '"bytes":-1'), '"files[1].bytes" must be a whole number that is not negative')
    damaged(with('"bytes":60', '"bytes":1.5'), '"files[1].bytes" must be a whole number that is not negative')
    damaged(with('"bytes":60', '"bytes":1e300'), '"files[1].bytes" must be a whole number that is not negative')
    damaged(with('"bytes":60', '"bytes":"60"'), '"files[1].bytes" must be a whole number that is not negative')
    damaged(with('"bytes":60', '"bytes":59'), "the text of file 1 is not the one listed")
    damaged(with('"bytes":60', '"bytes":9007199254740991'), "its texts end before those of schema.yml")
    damaged(with('"bytes":11', '"bytes":12'), "its texts end before those of conf/values.yml")
    damaged(text .. "x", "1 bytes follow its last text")
    damaged(with("conf/values.yml", "../values.yml"),
      'the name of a file must not have "//", "." or ".." on its way, as "../values.yml" has')
    damaged(with("conf/values.yml", "/values.yml"), 'the name of a file must be relative, and "/values.yml" is not')
    damaged(with("conf/values.yml", "schema.yml"), 'two files are called "schema.yml"')
    damaged(with('"schema","name"', '"values","name"'), "it has no schema")
    refused(with('"role":"values"', '"role":"extras"'),
      'the bundle has a file with the role "extras", which this yschema does not know: update yschema on this machine')
    damaged(with('"role":"values"', '"role":"\\n"'), '"files[2].role" must be one line of text with at most 200 bytes')
  end)

  it("when it is too large", function()
    local long = ("x"):rep(bundle.most_bytes + 1)
    assert.matches("^the bundle has 67108865 bytes, and may have 67108864: ", (select(2, bundle.read(long, id))))
    assert.matches("^the bundle is not the one that was published", (select(2, bundle.read(long:sub(2), id))))
  end)

  it("whichever byte is another", function()
    local numbers = random.new(1)
    local function any(n) return numbers:int(1, n) end
    local other = fleet.bundle "port: 8081\n"
    assert.is_nil((bundle.read(other, id, "gateway")))
    for _ = 1, 10000 do
      local got, problem = bundle.read(fleet.flipped(text, any), id, "gateway")
      assert(got == nil and problem:find "publish it again$", problem)
    end
    for _ = 1, 2000 do
      local own = fleet.damaged(text, any)
      if own ~= text then assert.is_nil((bundle.read(own, id, "gateway"))) end
    end
  end)
end)

-- A bundle that can be read could have been made.
describe("a bundle that was made by hand", function()
  it("is read only when all in it fits", function()
    local numbers, taken = random.new(2), 0
    local function any(n) return numbers:int(1, n) end
    for _ = 1, 3000 do
      local own = fleet.damaged(text, any)
      local got, problem = read(own)
      if got then
        taken = taken + 1
        assert.is_string((bundle.make(got)))
      else
        assert.is_string(problem)
        assert.is_nil((problem:find("[%z\1-\31\127]")))
      end
    end
    assert.is_true(taken > 20) -- a letter of "by" was changed, say
  end)
end)
