-- Writes lua/yschema/packs/deck.yml from decK's own JSON Schema:
--
--     lua5.4 spec/packs/deck/make.lua kong_json_schema.json >lua/yschema/packs/deck.yml
--
-- The file is pkg/file/kong_json_schema.json of go-database-reconciler, the library in which decK reads its files. To
-- what the import makes of it are added names and references, and which values are credentials.

local HEAD = [[
#! decK 1.65: the files that `deck gateway sync` and `deck gateway validate` read.
#!
#! spec/packs/deck/make.lua wrote this file from decK's own JSON Schema, and added names, references and credentials.
#! The settings of plugins are those of the gateway, which decK asks: see examples/packs/deck.md.

#! decK finds names outside of the file where default_lookup_tags select them.
#@ def looks_up(root, kind):
#@   tags = (root.get("_info") or {}).get("default_lookup_tags") or {}
#@   return len(tags.get(kind) or []) > 0
#@ end

]]

-- The keys of a plugin that name another entity, and by which of its keys.
local references = {
  ['consumer: ""'] = { "consumers", { "username", "id", "custom_id" } },
  ['consumer_group: ""'] = { "consumer_groups", { "name", "id" } }, ['route: ""'] = { "routes", { "name", "id" } },
  ['service: ""'] = { "services", { "name", "id" } },
}

-- The keys of which an entity needs one.
local needed = {
  FConsumer = '"username", "custom_id"', FKeySet = '"name", "id"', FKey = '"name", "id"', FRoute = '"name", "id"',
  FService = '"name", "id"',
}

-- Credentials, by functions: Kong's documentation calls these fields encrypted, or credentials.
local sensitive = {
  fcertificate = "key", key_auth = "key", basic_auth = "password", hmacauth = "secret", jwtauth = "secret",
  oauth2credential = "client_secret", flicense = "payload", pem = "private_key",
}

-- Where entities may stand: also below others.
local places = {
  routes = { "routes[]", "services[].routes[]" }, services = { "services[]" }, consumers = { "consumers[]" },
  consumer_groups = { "consumer_groups[]" },
}

local function refers(kind, keys)
  local paths = {}
  for _, place in ipairs(places[kind]) do
    for _, key in ipairs(keys) do paths[#paths + 1] = ('"%s.%s"'):format(place, key) end
  end
  return ('#@schema/refers to=[%s], scope="configuration", when=lambda v, ctx: not looks_up(ctx.root, "%s")')
    :format(table.concat(paths, ", "), kind)
end

local function rewritten(line, name)
  local definition = line:match 'json_schema="#/definitions/(%w+)"'
  if definition then return "#@schema/validation at_least_one_of=[" .. assert(needed[definition], definition) .. "]" end
  if sensitive[name] and line == sensitive[name] .. ': ""' then return "#@schema/sensitive\n" .. line end
  local found = name == "fplugin" and references[line]
  if found then return refers(found[1], found[2]) .. "\n" .. line end
  return line
end

-- Identities of lists in the file.
local identities = {
  services = "name", consumers = "username", consumer_groups = "name", upstreams = "name", routes = "name",
}

local pipe = io.popen(("lua5.4 lua/bin/yschema import json-schema -q %s"):format(assert(arg[1], "which file?")))
local name, in_file, out = nil, false, { HEAD }
for line in pipe:lines() do
  name = line:match "^#@ def ([%w_]+)%(" or name
  in_file = in_file or line == "#@data/values-schema"
  if line == "#@schema/json-schema" then break end
  local key = in_file and line:match "^([%w_]+):$"
  if identities[key] then out[#out + 1] = ('#@schema/identity "%s"\n'):format(identities[key]) end
  if not line:find "^#! This is" and line ~= "#@schema/validation not_null=True" and not (in_file and line
    == "#@schema/nullable") then
    out[#out + 1] = rewritten(line, not in_file and name or nil) .. "\n"
  end
end
pipe:close()
io.stdout:write((table.concat(out):gsub("\n\n+", "\n\n")))
