--- Signatures of texts: each is an X.509 certificate whose subject is `CN=` and the SHA-256 of the text.
--
-- The program openssl makes it with a key file, so that private keys are never in this process. Nodes check it with
-- public keys through luaossl, which can check certificates by keys of every kind.
--
-- @module yschema.fleet.signature

local shell = require "yschema.base.shell"

local signature = {}

local find, format, gmatch, match = string.find, string.format, string.gmatch, string.match

--- The most bytes of the signatures of a bundle.
signature.most_bytes = 128 * 1024

local certificate = "%-%-%-%-%-BEGIN CERTIFICATE%-%-%-%-%-.-%-%-%-%-%-END CERTIFICATE%-%-%-%-%-"
local public = "%-%-%-%-%-BEGIN PUBLIC KEY%-%-%-%-%-.-%-%-%-%-%-END PUBLIC KEY%-%-%-%-%-"
local make_public = "openssl pkey -in KEY.pem -pubout"

local function library()
  local there, x509 = pcall(require, "openssl.x509")
  if not there then
    return nil, "signatures need the Lua module openssl.x509: install Debian's lua-luaossl, or the rock luaossl"
  end
  return { x509 = x509, pkey = require "openssl.pkey", bignum = require "openssl.bignum" }
end

-- ---- public keys --------------------------------------------------------------------

--- The public keys of which one must have signed.
---@class yschema.fleet.PublicKeys

-- Says why a text has no public keys.
local function no_keys(text, number)
  local problem = "holds no public key in PEM: one is made by " .. make_public
  if find(text, "PRIVATE KEY-----", 1, true) then
    problem = "holds a private key, which belongs to the publisher alone: make the public one by " .. make_public
  end
  return format("public key %d %s", number, problem)
end

--- Reads public keys.
---@param texts string|string[] PEM; a text may hold several
---@return yschema.fleet.PublicKeys? keys
---@return string? problem a sentence
function signature.keys(texts)
  local openssl, missing = library()
  if not openssl then return nil, missing end
  local keys = { openssl = openssl }
  for number, text in ipairs(type(texts) == "table" and texts or { texts }) do
    if find(tostring(text), "PRIVATE KEY-----", 1, true) or not find(tostring(text), public) then
      return nil, no_keys(tostring(text), number)
    end
    for pem in gmatch(text, public) do
      local ok, key = pcall(openssl.pkey.new, pem)
      if not ok then return nil, format("public key %d is damaged: make it again by %s", number, make_public) end
      keys[#keys + 1] = key
    end
  end
  if not keys[1] then return nil, "there is no public key: one is made by " .. make_public end
  return keys
end

-- ---- checking -----------------------------------------------------------------------

-- Returns the common name when a name consists of nothing else.
local function common_name(name)
  local entries = name:all()
  if #entries ~= 1 or entries[1].sn ~= "CN" then return nil end
  return entries[1].blob
end

-- The id in a certificate of ours; nil for other certificates. It must be issued by itself: an authority may issue
-- certificates for any name, so the name would prove nothing.
local function id_of(read)
  local ok, id, issuer = pcall(function() return common_name(read:getSubject()), common_name(read:getIssuer()) end)
  return ok and id and id == issuer and #id == 64 and not find(id, "[^0-9a-f]") and id or nil
end

-- Returns whether a key has signed a certificate. OpenSSL is asked through a certificate with this key and the name of
-- the issuer, because luaossl cannot check signatures of Ed25519 by themselves.
local function is_signed_by(openssl, read, key)
  local x509, issuer = openssl.x509, openssl.x509.new()
  issuer:setVersion(3)
  issuer:setSerial(openssl.bignum.new(1))
  issuer:setSubject(read:getIssuer())
  issuer:setIssuer(read:getIssuer())
  issuer:setLifetime(0, 1e9)
  issuer:setPublicKey(key)
  openssl.own_key = openssl.own_key or openssl.pkey.new { type = "EC", curve = "prime256v1" }
  issuer:sign(openssl.own_key)
  return x509.new(read:toPEM()):isIssuedBy(x509.new(issuer:toPEM()))
end

local function is_signed_by_one(keys, read)
  for _, key in ipairs(keys) do
    local ok, signed = pcall(is_signed_by, keys.openssl, read, key)
    if ok and signed == true then return true end
  end
  return false
end

-- Returns the certificates of a text that can be read.
local function certificates(openssl, text)
  local list = {}
  for pem in gmatch(text, certificate) do
    local ok, read = pcall(openssl.x509.new, pem)
    if ok then list[#list + 1] = read end
  end
  return list
end

-- Says why none of the certificates is accepted.
local function refusal(list, id, other)
  if not list[1] then
    return "the signature of the bundle is no certificate in PEM: publish it again with --sign KEY.pem"
  end
  if not other then
    return "the signature of the bundle is a certificate that was made for something else: publish it again with"
      .. " --sign KEY.pem"
  end
  if other == id then
    return "the bundle was signed with another key than those that this node trusts: publish it again with a"
      .. " trusted key, or give the node the public key"
  end
  return format("the signature of the bundle is for another text (%s), because its first line was edited:"
    .. " publish it again with --sign KEY.pem", other)
end

--- Checks that one of the keys has signed a text. How long a certificate is valid does not matter: a bundle may be
-- needed again years later, and clocks of nodes may be inaccurate. A key that is not trusted any more is removed from
-- the nodes.
---@param text string? certificates in PEM, one after the other
---@param id string the SHA-256 of the text
---@param keys yschema.fleet.PublicKeys|string|string[] see `signature.keys`
---@return true? ok
---@return string? problem a sentence that says what to do
function signature.verify(text, id, keys)
  if type(keys) == "string" or not keys.openssl then
    local problem
    keys, problem = signature.keys(keys)
    if not keys then return nil, problem end
  end
  if text == nil or text == "" then
    return nil, "the bundle is not signed, and this node takes only signed ones: publish it again with --sign KEY.pem"
  end
  if #text > signature.most_bytes then return nil, "the signature of the bundle is too long: publish it again" end
  local list, other = certificates(keys.openssl, text), nil
  for _, read in ipairs(list) do
    local own = id_of(read)
    if own == id and is_signed_by_one(keys, read) then return true end
    other = own == id and id or other or own
  end
  return nil, refusal(list, id, other)
end

-- ---- signing ------------------------------------------------------------------------

--- Returns the public key of a private one. When the key has a passphrase, openssl asks for it on the terminal.
---@param key_path string
---@return yschema.fleet.PublicKeys? keys
---@return string? problem a sentence
function signature.public_of(key_path)
  -- A signature has the public key. When the file cannot be used, the problem is the same as when signing.
  local pem, problem = signature.sign(("0"):rep(64), key_path)
  if not pem then return nil, problem end
  local ok, key = pcall(function() return require "openssl.x509".new(pem):getPublicKey() end)
  if not ok then return nil, tostring(key) end
  return { openssl = library(), key }
end

-- Returns the problem of the text of a key file, which may be nil, after openssl has printed something.
local function key_problem(text, printed)
  if not text then return "the file cannot be read" end
  if find(printed, "not found", 1, true) and not find(printed, ":error:", 1, true) then
    return "the program openssl is needed: install Debian's openssl"
  end
  if find(text, "BEGIN PUBLIC KEY", 1, true) then return "it holds a public key, and the private one is needed" end
  if not find(text, "PRIVATE KEY-----", 1, true) then return "it holds no private key in PEM" end
  if find(printed, "unable to get passphrase", 1, true) then
    return "it has a passphrase, and there is no terminal on which openssl could ask for it"
  end
  if find(text, "ENCRYPTED", 1, true) then return "the passphrase is not correct" end
  return "openssl says: " .. (match(printed, "([^\n]+)%s*$") or "nothing")
end

-- Says why openssl has made no certificate.
local function signing_problem(key_path, printed)
  local file, text = io.open(key_path, "rb"), nil
  if file then
    text = file:read(65536)
    file:close()
  end
  return format("the bundle cannot be signed with %s: %s (a key is made by"
    .. " openssl genpkey -algorithm ed25519 -out KEY.pem)", key_path, key_problem(text, printed))
end

--- Signs a text. When the key has a passphrase, openssl asks for it on the terminal.
---@param id string its SHA-256
---@param key_path string the file of a private key in PEM: Ed25519, EC or RSA
---@return string? pem
---@return string? problem a sentence
function signature.sign(id, key_path)
  local openssl, missing = library()
  if not openssl then return nil, missing end
  if #id ~= 64 or find(id, "[^0-9a-f]") then return nil, "a SHA-256 has 64 hexadecimal digits" end
  local path = find(key_path, "^/") and key_path or "./" .. key_path
  local pipe, problem = shell.start(format("LC_ALL=C openssl req -x509 -new -key %s -subj /CN=%s -days 36500"
    .. " -config /dev/null </dev/null 2>&1", shell.quoted(path), id))
  if not pipe then return nil, "the program openssl cannot be run: " .. tostring(problem) end
  local printed = pipe:read "*a"
  pipe:close()
  local pem = match(printed, certificate)
  local ok, read = pcall(openssl.x509.new, pem)
  if not pem or not ok or id_of(read) ~= id then return nil, signing_problem(key_path, printed) end
  return pem .. "\n"
end

return signature
