-- Signatures of bundles: made by openssl with a key file, checked by luaossl with public keys.

local command = require "spec.support.command"
local fleet = require "spec.support.fleet"
local folder = require "spec.support.folder"
local random = require "spec.properties.random"
local signature = require "yschema.fleet.signature"

if not fleet.usable "the signature" then return end

local A, B = ("a"):rep(64), ("b"):rep(64)

describe("a signature", function()
  local place, private, public, other_private, other_public
  setup(function()
    place = folder.make "x"
    private, public = fleet.key(place, "key")
    other_private, other_public = fleet.key(place, "other")
  end)
  teardown(function() folder.remove(place) end)

  local function refused(problem, text, id, keys)
    assert.same({ nil, problem }, { signature.verify(text, id, keys) })
  end

  for kind, how in pairs { Ed25519 = "ed25519", EC = "EC -pkeyopt ec_paramgen_curve:P-256",
    ["EC of 384 bits"] = "EC -pkeyopt ec_paramgen_curve:secp384r1", RSA = "RSA -pkeyopt rsa_keygen_bits:2048",
    Ed448 = "ed448" } do
    it("can be made with a key of the kind " .. kind, function()
      local path, own = fleet.key(place, "kind", how)
      local text = assert(signature.sign(A, path))
      assert.is_true(signature.verify(text, A, own))
      assert.is_nil((signature.verify(text, B, own)))
      assert.is_nil((signature.verify(text, A, public)))
    end)
  end

  it("is a certificate in PEM, without anything of the key", function()
    local text = assert(signature.sign(A, private))
    assert.matches("^%-%-%-%-%-BEGIN CERTIFICATE%-%-%-%-%-\n[%w+/=\n]+\n%-%-%-%-%-END CERTIFICATE%-%-%-%-%-\n$", text)
    assert.is_true(#text < 700)
  end)

  it("counts when one of the keys has made it", function()
    local text, other = assert(signature.sign(A, private)), assert(signature.sign(A, other_private))
    assert.is_true(signature.verify(text, A, { other_public, public }))
    assert.is_true(signature.verify(text, A, other_public .. "# the old one\r\n" .. public))
    assert.is_true(signature.verify(other .. text, A, public))
    assert.is_true(signature.verify(text .. other, A, public))
    assert.is_true(signature.verify(text, A, assert(signature.keys { public })))
  end)

  it("is refused with the reason", function()
    local text = assert(signature.sign(A, private))
    local again = "publish it again with --sign KEY.pem"
    local unsigned = "the bundle is not signed, and this node takes only signed ones: " .. again
    refused(unsigned, nil, A, public)
    refused(unsigned, "", A, public)
    refused("the signature of the bundle is no certificate in PEM: " .. again, "hello", A, public)
    refused("the signature of the bundle is no certificate in PEM: " .. again, public, A, public)
    refused("the signature of the bundle is for another text (" .. A .. "), because its first line was edited: "
      .. again, text, B, public)
    refused("the bundle was signed with another key than those that this node trusts: publish it again with a"
      .. " trusted key, or give the node the public key", text, A, other_public)
    refused("the signature of the bundle is too long: publish it again", text .. ("\n"):rep(140000), A, public)
  end)

  -- Makes a certificate by hand, with what is reported about it.
  local function certificate(arguments)
    local pipe = assert(io.popen(("openssl req -x509 -new -key %s %s -config /dev/null 2>&1"):format(
      command.quote(private), arguments)))
    local text = pipe:read "*a"
    pipe:close()
    return text
  end

  it("does not expire, because a bundle may be needed again", function()
    local x509, name, key = require "openssl.x509", require "openssl.x509.name".new(), require "openssl.pkey"
    local own, made = key.new { type = "EC", curve = "prime256v1" }, x509.new()
    name:add("CN", A)
    made:setVersion(3)
    made:setSerial(require "openssl.bignum".new(1))
    made:setSubject(name)
    made:setIssuer(name)
    made:setLifetime(1000000000, 1000086400) -- a day of 2001
    made:setPublicKey(own)
    made:sign(own)
    assert.is_true(signature.verify(made:toPEM(), A, own:toPEM "public"))
  end)

  it("says nothing but the id", function()
    local other = "the signature of the bundle is a certificate that was made for something else: publish it again with"
      .. " --sign KEY.pem"
    refused(other, certificate("-subj /O=x/CN=" .. A), A, public)
    refused(other, certificate("-subj /CN=" .. A .. "/CN=" .. B), A, public)
    refused(other, certificate("-subj /O=" .. A), A, public)
    refused(other, certificate("-subj /CN=" .. A:upper()), A, public)
    refused(other, certificate("-subj /CN=www.example.com"), A, public)
    refused(other, certificate "-subj /", A, public)
  end)

  -- An authority that issues certificates for whatever name it is asked for has not seen the bundle.
  it("is not issued under another name", function()
    local request, authority = place .. "/request.pem", place .. "/authority.pem"
    local function run(line) assert(os.execute(("cd %s && %s 2>/dev/null"):format(command.quote(place), line))) end
    run(("openssl req -new -key other.pem -subj /CN=%s -out request.pem -config /dev/null"):format(A))
    run "openssl req -x509 -new -key key.pem -subj /CN=authority -out authority.pem -config /dev/null"
    run "openssl x509 -req -in request.pem -CA authority.pem -CAkey key.pem -set_serial 1 -out issued.pem"
    assert.is_truthy(command.read(request) and command.read(authority))
    refused("the signature of the bundle is a certificate that was made for something else: publish it again with"
      .. " --sign KEY.pem", command.read(place .. "/issued.pem"), A, public)
  end)

  it("is refused whichever byte of it is another", function()
    local text, numbers = assert(signature.sign(A, private)), random.new(5)
    local first, last = text:find "\n", #text - 27
    local body, bad = text:sub(first + 1, last), 0
    for _ = 1, 300 do
      local flipped = fleet.flipped(body, function(n) return numbers:int(1, n) end)
      local ok, problem = signature.verify(text:sub(1, first) .. flipped .. text:sub(last + 1), A, public)
      -- Base64 leaves some bits, blanks and line ends out of account.
      if ok then assert.equal(#body, #flipped) else bad = bad + 1 end
      assert.is_true(ok or type(problem) == "string")
    end
    assert.is_true(bad > 250, bad)
  end)

  it("needs public keys", function()
    local how = "one is made by openssl pkey -in KEY.pem -pubout"
    local function no_keys(problem, keys) assert.same({ nil, problem }, { signature.keys(keys) }) end
    no_keys("public key 1 holds no public key in PEM: " .. how, "")
    no_keys("public key 2 holds no public key in PEM: " .. how, { public, "/etc/key.pem" })
    no_keys("public key 1 holds a private key, which belongs to the publisher alone: make the public one by openssl"
      .. " pkey -in KEY.pem -pubout", command.read(private))
    no_keys("public key 1 is damaged: make it again by openssl pkey -in KEY.pem -pubout",
      (public:gsub("\n%w%w%w%w", "\nAAAA", 1)))
    no_keys("there is no public key: " .. how, {})
    refused("public key 1 holds no public key in PEM: " .. how, "x", A, "y")
  end)

  describe("cannot be made", function()
    local function not_signed(path, problem)
      assert.same({ nil, ("the bundle cannot be signed with %s: %s (a key is made by openssl genpkey -algorithm ed25519"
        .. " -out KEY.pem)"):format(path, problem) }, { signature.sign(A, path) })
    end

    it("with what is no private key", function()
      not_signed(place .. "/gone", "the file cannot be read")
      not_signed("-x", "the file cannot be read")
      not_signed(place, "the file cannot be read")
      not_signed(folder.write(place, "public.pem", public), "it holds a public key, and the private one is needed")
      not_signed(folder.write(place, "text", "hello"), "it holds no private key in PEM")
    end)

    it("with a key whose passphrase is not typed", function()
      local path = place .. "/locked.pem"
      assert(os.execute(("openssl genpkey -algorithm ed25519 -aes256 -pass pass:passphrase -out %s"):format(
        command.quote(path))))
      local pipe = assert(io.popen(("setsid %s %s 2>&1 </dev/null"):format(command.runtime, command.quote(
        folder.write(place, "sign.lua", ([[
package.path, package.cpath = %q, %q
local pem, problem = require "yschema.fleet.signature".sign(("a"):rep(64), %q)
io.write(pem or problem)]]):format(package.path, package.cpath, path))))))
      local printed = pipe:read "*a"
      pipe:close()
      assert.matches("it has a passphrase, and there is no terminal on which openssl could ask for it", printed)
    end)

    it("without the program openssl", function()
      local lua = command.output("command -v " .. command.runtime)[1]
      local script = folder.write(place, "sign.lua", ([[
package.path, package.cpath = %q, %q
print((select(2, require "yschema.fleet.signature".sign(("a"):rep(64), %q))))]]):format(package.path, package.cpath,
        private))
      local printed = command.output(("PATH=/gone %s %s 2>&1"):format(lua, command.quote(script)))[1]
      assert.matches("the program openssl is needed: install Debian's openssl", printed, 1, true)
    end)

    it("of what is no id", function()
      for _, id in ipairs { "", "x", A .. "a", A:sub(2) .. "A", A:sub(2) .. "\n" } do
        assert.same({ nil, "a SHA-256 has 64 hexadecimal digits" }, { signature.sign(id, private) })
      end
    end)
  end)

  it("is made with a key in a file of any name", function()
    local odd = place .. "/it's a key;$HOME.pem"
    assert(os.execute(("cp %s %s"):format(command.quote(private), command.quote(odd))))
    assert.is_string((signature.sign(A, odd)))
  end)
end)
