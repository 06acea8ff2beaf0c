--- Recognizes credentials, which must not get into a schema, by the names of keys and by the form of texts.
--
-- The time is in proportion to the text.
--
-- @module yschema.inference.credentials

local credentials = {}

-- The endings of the names of keys whose values are mostly credentials.
local ENDINGS = {
  "password", "passwd", "passphrase", "passcode", "pwd", "dbpass", "userpass", "secret", "token", "credential",
  "apikey", "accesskey", "accountkey", "authkey", "encryptionkey", "masterkey", "secretkey", "sharedkey",
  "signingkey", "privatekey", "connectionstring", "presharedkey", "sessionkey", "hmackey", "authorization",
  "dockerconfigjson", "dockercfg", "unsealkey", "licensekey", "licencekey", "wpakey", "bindpw", "rootpw", "userpw",
  "adminpw", "dbpw", "cred", "passwort", "kennwort", "wachtwoord", "motdepasse", "contrasena", "senha",
}

-- The same for a look at each length: a text is made for each, not for each ending.
local IS_ENDING, LONGEST = {}, 0
for _, ending in ipairs(ENDINGS) do IS_ENDING[ending], LONGEST = true, math.max(LONGEST, #ending) end

-- Parts of such names. The values may be numbers, too; under other names, numbers are counts, as in `max_tokens`.
local PASSWORDS = { "password", "passwd", "passphrase", "passcode", "pwd" }

-- Words of such names: `mysql_root_pw`, `rootPw`.
local PASSWORD_WORDS = { pw = true, psk = true, pgpassword = true }

-- Before `pass`, these words make other names: nginx has `proxy_pass` for addresses.
local NO_PASSWORD = {
  proxy = true, fastcgi = true, uwsgi = true, scgi = true, grpc = true, memcached = true, first = true, second = true,
  one = true, two = true, single = true, multi = true, max = true, low = true, high = true, band = true, by = true,
}

local function letters_of(key) return ((key or ""):lower():gsub("[^%a]", "")) end

-- Whether a word of the name is `pw`, or the last one `pass`.
local function has_password_word(key)
  local last, before
  for word in key:gsub("(%l)(%u)", "%1 %2"):lower():gmatch "%a+" do
    if PASSWORD_WORDS[word] then return true end
    last, before = word, last
  end
  return last == "pass" and not NO_PASSWORD[before or ""]
end

--- Returns whether a key names a password, which may be a number.
---@param key? string
---@return boolean
function credentials.name_password(key)
  local name = letters_of(key)
  for _, word in ipairs(PASSWORDS) do
    if name:find(word, 1, true) then return true end
  end
  return name ~= "" and has_password_word(key)
end

--- Returns whether the values of a key are probably credentials.
---@param key? string
---@return boolean
function credentials.are_named(key)
  local name = letters_of(key):gsub("s$", "")
  for length = 1, math.min(#name, LONGEST) do
    if IS_ENDING[name:sub(-length)] then return true end
  end
  return credentials.name_password(key)
end

local are_named, name_password = credentials.are_named, credentials.name_password

-- ---- names and values in a text -----------------------------------------------------

local SWITCHES = {
  [""] = true, yes = true, no = true, ["true"] = true, ["false"] = true, on = true, off = true, none = true,
  null = true, ["nil"] = true, ["0"] = true, ["1"] = true,
}

-- Whether a value only refers to a credential: `${DB_PASSWORD}`, `{{ password }}`, `<password>`, a file.
local function is_reference(value)
  return value:find "^%$[%w_]+$" ~= nil or value:find "^%${[%w_]+}$" ~= nil or value:find "^%$%b()$" ~= nil
    or value:find "^%${{" ~= nil or value:find "^{{" ~= nil or value:find "^<[^<>]*>$" ~= nil
    or value:find "^%%[%w_]+%%$" ~= nil or value:find "^%*+$" ~= nil or value:find "^/[%w_./-]+$" ~= nil
end

-- Characters that may follow a value.
local AFTER_VALUE = { ['"'] = true, ["'"] = true, [","] = true, [";"] = true }

-- Whether a name and a value in a text are a credential. Numbers are credentials only as passwords.
local function is_credential(name, value)
  local last = #value
  while AFTER_VALUE[value:sub(last, last)] do last = last - 1 end
  value = value:sub(value:find "^[\"']" and 2 or 1, last)
  if SWITCHES[value:lower()] or is_reference(value) then return false end
  if value:find "^%d+$" then return name_password(name) end
  return are_named(name)
end

-- Whether a pattern finds the name and the value of a credential in a text.
local function has_credential(text, pattern)
  for name, value in text:gmatch(pattern) do
    if is_credential(name, value) then return true end
  end
  return false
end

-- `DB_PASSWORD=x`, `Server=a;Password=x`, `--password=x`, `?token=x`, `password: x`, `"password": "x"`.
local function has_assignment(text)
  if has_credential(text, "%f[%w_.-]([%w_.-]+)[\"']?%s?=%s?([^%s;&]+)") then return true end
  -- After a colon, only the end of a line counts: all else is prose.
  for name, value, after in text:gmatch "%f[%w_.-]([%w_.-]+)[\"']?:[ \t]([^%s;&]+)()" do
    if text:find("^[ \t]*$", after) or text:find("^[ \t]*\n", after) or value:find "[\"'],$" then
      if is_credential(name, value) then return true end
    end
  end
  return false
end

-- Names of parameters of an address, besides those of keys.
local PARAMETERS = { sig = true, signature = true, key = true }

-- `https://host/path?sig=x`
local function has_parameter(text)
  for name, value in text:gmatch "[?&]([%w_-]+)=([^%s&#]+)" do
    if (PARAMETERS[name:lower()] and #value >= 16 or is_credential(name, value)) and not is_reference(value) then
      return true
    end
  end
  return false
end

-- `--password x`, `curl -u user:x`. The pattern needs the blank before a flag at the beginning of a text.
local function has_flag(text)
  for name, value in (" " .. text):gmatch "%s%-%-?([%w_-]+)%s%f[^%s-](%S+)" do
    if credentials.is_flag("--" .. name) and is_credential(name, value) then return true end
    if (name == "u" or name == "user") and value:find "^[^:/]+:[^:/$]" then return true end
  end
  return false
end

--- Returns whether a word of a command is a flag whose argument is a credential.
---@param word string
---@return boolean
function credentials.is_flag(word)
  local name = word:match "^%-%-?([%w_-]+)$"
  return name ~= nil and are_named(name) and not name:lower():find "file$" and not name:lower():find "path$"
    and not name:lower():find "stdin$"
end

-- ---- the form of texts --------------------------------------------------------------

-- The beginnings of tokens, the characters after them, and how many of these there are at least. All begin a word.
local TOKENS = {
  { "eyJ", "[%w_-]", 8, "^%.eyJ[%w_-]+" }, -- a JSON Web Token
  { "AKIA", "[%u%d]", 16 }, { "ASIA", "[%u%d]", 16 },
  { "gh[pousr]_", "%w", 30 }, { "github_pat_", "[%w_]", 20 }, { "gl%a+%-", "[%w_-]", 20 },
  { "xox%a%-", "[%w-]", 10 }, { "xapp%-", "[%w-]", 10 },
  { "[sr]k_live_", "%w", 10 }, { "[sr]k_test_", "%w", 10 }, { "whsec_", "[%w+/]", 16 }, { "sk%-", "[%w_-]", 20 },
  { "AIza", "[%w_-]", 30 }, { "ya29%.", "[%w_-]", 20 }, { "GOCSPX%-", "[%w_-]", 20 },
  { "npm_", "%w", 30 }, { "pypi%-", "[%w_-]", 30 }, { "hf_", "%w", 30 }, { "do[opr]_v1_", "%x", 40 },
  { "SG%.", "[%w_-]", 16, "^%.[%w_-]+" }, { "hv[sbr]%.", "[%w_-]", 20 }, { "shp%a%a_", "%x", 30 },
  { "dapi", "%x", 30 }, { "gls?[ac]_", "[%w_]", 20 }, { "NRAK%-", "%w", 20 }, { "lin_api_", "%w", 30 },
  { "AGE%-SECRET%-KEY%-1", "%w", 20 }, { "key%-", "%x", 32 },
}

-- Most texts have no word that is long enough for a token.
local LONG_WORD = ("[%w_.-]"):rep(16)

local function has_token(text)
  if not text:find(LONG_WORD) then return false end
  for _, token in ipairs(TOKENS) do
    local prefix, class, least, rest = token[1], token[2], token[3], token[4]
    for word, after in text:gmatch("%f[%w_]" .. prefix .. "(" .. class .. "+)()") do
      if #word >= least and (not rest or text:find(rest, after)) then return true end
    end
  end
  return false
end

-- The first word of the last part of a path that has one: for a hook, the token.
local function last_word(path)
  local last
  for word in path:match("^[^?#]*"):gmatch "/([%w_-]+)" do last = word end
  return last
end

-- Whether one of the addresses in a text contains a password, as in `postgres://user:password@host`, has a token for a
-- user, or is a hook that needs no other credential.
local function has_address(text)
  for authority, path in text:gmatch "://([^/?#%s]*)([^%s\"'<>]*)" do
    if authority:find "^[^:@]*:.+@" then return true end
    local user = authority:match "^([^:@]+)@"
    if user and #user >= 16 and user:find "%d" and user:find "%a" then return true end
    local hook = (authority .. path):lower():find("hook", 1, true) or authority:lower():find "^hooks?%."
    local last = hook and last_word(path)
    if last and #last >= 16 then return true end
    if path:find "^/bot%d+:[%w_-]+" then return true end
  end
  return false
end

-- `user:password@tcp(host:3306)/db` of drivers for Go, and `123456789:token` of bots for Telegram.
local function has_pair(text)
  return text:find "^[^:/@%s]+:[^@%s]+@%l+%(" ~= nil or text:find "%f[%w]%d%d%d%d%d%d%d%d+:AA[%w_-]+" ~= nil
end

-- `<password>x</password>`
local function has_element(text) return has_credential(text, "<([%w_.:-]+)>([^<>]+)</") end

-- Hashes of passwords, as `crypt` and `htpasswd` write them.
local function has_hash(text)
  return text:find "%$2[abxy]?%$%d%d%$[%w./]+" ~= nil or text:find "%$apr1%$[%w./]+%$[%w./]+" ~= nil
    or text:find "%$[156y]%$[%w./=,]+%$[%w./]+" ~= nil or text:find "%$argon2%a+%$" ~= nil
    or text:find "{S?SHA%d*}[%w+/]+=*" ~= nil
end

-- A header of HTTP with a credential.
local function is_header(text)
  local value = text:match "^%u[%w-]*:%s(.+)$" or text
  return #value > 15
    and (value:find "^[Bb]earer%s+[%w%-._~+/]+=*$" ~= nil or value:find "^[Bb]asic%s+[%w+/]+=*$" ~= nil)
end

--- Returns whether a text contains a credential by its form: a token, an address or a connection string with a
-- password, a flag or a variable of a command, a header of HTTP, a private key, or the hash of a password.
---@param text string
---@return boolean
function credentials.are_in(text)
  if #text < 6 then return false end
  return text:find("://", 1, true) ~= nil and (has_address(text) or has_parameter(text))
    or text:find(":", 1, true) ~= nil and has_pair(text) or text:find("</", 1, true) ~= nil and has_element(text)
    or text:find "[=:]" ~= nil and has_assignment(text) or text:find "%-%w" ~= nil and has_flag(text)
    or is_header(text) or text:find "%-%-%-%-%-BEGIN [%u ]*PRIVATE KEY" ~= nil
    or text:find("$", 1, true) ~= nil and has_hash(text) or text:find("SHA", 1, true) ~= nil and has_hash(text)
    or has_token(text)
end

--- Returns whether an array with the words of a command contains a credential: `[--password, x]`.
---@param nodes yschema.OutlineNode[]
---@return boolean
function credentials.are_flagged(nodes)
  for i = 2, #nodes do
    local flag, value = nodes[i - 1], nodes[i]
    if flag.kind == "string" and credentials.is_flag(flag.value) and value.kind ~= "map" and value.kind ~= "array"
      and not (value.kind == "string" and (value.value:find "^%-" or is_reference(value.value))) then
      return true
    end
  end
  return false
end

-- Keys of a name and of its value: `{name: DB_PASSWORD, value: x}`.
local NAMES = { name = true, key = true, variable = true, var = true, env = true, header = true, parameter = true }
local VALUES = { value = true, val = true, default = true, content = true }

--- Returns whether the value under a key of maps is a credential, because another key names it.
---@param key string
---@param maps yschema.OutlineNode[]
---@return boolean
function credentials.are_named_beside(key, maps)
  if not VALUES[letters_of(key)] then return false end
  for _, map in ipairs(maps) do
    for _, node in ipairs(map) do
      if node.kind == "string" and NAMES[letters_of(node.key)] and are_named(node.value) then return true end
    end
  end
  return false
end

-- Whether a text may be `user:password` in Base64.
local function is_login(text)
  return #text >= 8 and #text % 4 == 0 and text:find "^[%w+/]+=*$" ~= nil and text:find "%u" ~= nil
    and text:find "%l" ~= nil and text:find "[%d=]" ~= nil
end

-- The keys of the texts in a Kubernetes Secret.
local KUBERNETES_KEYS = { data = true, stringData = true }

--- Returns whether the value under a key of maps is a credential, because the maps are Secrets of Kubernetes; or a
-- login in Docker's configuration, which is `user:password` in Base64.
---@param key string
---@param nodes yschema.OutlineNode[] the values under the key
---@param maps yschema.OutlineNode[]
---@return boolean
function credentials.are_of_kubernetes(key, nodes, maps)
  if key == "auth" then
    for _, node in ipairs(nodes) do
      if node.kind == "string" and is_login(node.value) then return true end
    end
  end
  for _, map in ipairs(KUBERNETES_KEYS[key] and maps or {}) do
    for _, node in ipairs(map) do
      if node.key == "kind" and node.value == "Secret" then return true end
    end
  end
  return false
end

return credentials
