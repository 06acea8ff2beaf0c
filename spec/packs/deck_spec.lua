-- pack:deck: the files that decK synchronizes.

local command = require "spec.support.command"
local folder = require "spec.support.folder"
local yschema = require "yschema"

-- References lead to all files of a call, so a call is made.
local function violations(text)
  local dir = folder.make ""
  folder.write(dir, "kong.yaml", '_format_version: "3.0"\n' .. text)
  local result = command.run { "check", "-q", "--report", "json", "-f", "pack:deck", dir .. "/kong.yaml" }
  folder.remove(dir)
  local found = {}
  for i, violation in ipairs(assert(yschema.parse(result.stdout)):value().violations) do
    found[i] = violation.path .. ": " .. violation.kind
  end
  table.sort(found)
  return found
end

describe("pack:deck", function()
  it("accepts what decK accepts", function()
    assert.same({}, violations [[
_info: {select_tags: [a], defaults: {service: {port: 80}}}
_konnect: {control_plane_name: a}
_plugin_configs: {limits: {minute: 5}}
services: [{name: s, url: "http://a", routes: [{name: r, paths: [/]}], plugins: [{name: cors}]}]
routes: [{name: flat, service: {name: s}, paths: [/a]}]
consumers: [{username: jack, groups: [{name: gold}], keyauth_credentials: [{key: k}]}]
consumer_groups: [{name: gold, plugins: [{name: rate-limiting-advanced, config: {limit: [5]}}]}]
upstreams: [{name: u, targets: [{target: "a:80"}]}]
plugins: [{name: cors, route: r}, {name: cors, route: flat}, {name: key-auth, consumer_group: gold, consumer: jack}]
]])
  end)

  it("finds names that lead nowhere, unless they are looked up", function()
    local plugins = "plugins: [{name: cors, route: a}, {name: cors, service: b}, {name: c, consumer: d},"
      .. " {name: c, consumer_group: e}]"
    assert.same({
      "plugins[0].route: reference", "plugins[1].service: reference", "plugins[2].consumer: reference",
      "plugins[3].consumer_group: reference",
    }, violations(plugins))
    assert.same({ "plugins[0].route: reference" }, violations("_info: {default_lookup_tags: {services: [a],"
      .. " consumers: [a], consumer_groups: [a]}}\n" .. plugins))
  end)

  it("finds entities without a name, and names that are there twice", function()
    assert.same({ "consumers[0]: rule", "routes[0]: rule", "services[0]: rule", "services[2].name: identity" },
      violations("services: [{url: 'http://a'}, {name: a}, {name: a}]\n"
        .. "routes: [{paths: [/]}]\nconsumers: [{tags: [a]}]"))
    assert.same({ "_info.select_tag: unknown-key" }, violations "_info: {select_tag: [a]}")
  end)
end)
