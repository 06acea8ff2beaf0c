rockspec_format = "3.0"
package = "lua-resty-yschema"
version = "scm-1"
-- The addresses of the project are placeholders: rocks/README.md describes them.
source = { url = "git+https://example.invalid/yschema.git" }
description = {
  summary = "Valid configurations for nginx, from files or from etcd",
  detailed = [[
Gives the workers of nginx a configuration that is always valid by a schema of yschema, follows
changed files or an etcd, and validates request bodies. Needs OpenResty, or nginx with its Lua
module.]],
  homepage = "https://example.invalid/yschema",
  issues_url = "https://example.invalid/yschema/issues",
  license = "MIT",
}
dependencies = {
  "lua == 5.1", -- LuaJIT
  "yschema",
}
build = {
  type = "none",
  install = { lua = {
    ["resty.yschema"] = "lua/resty/yschema.lua",
    ["resty.yschema.etcd"] = "lua/resty/yschema/etcd.lua",
    ["resty.yschema.etcd.cosocket"] = "lua/resty/yschema/etcd/cosocket.lua",
    ["resty.yschema.etcd.fetching"] = "lua/resty/yschema/etcd/fetching.lua",
    ["resty.yschema.etcd.presence"] = "lua/resty/yschema/etcd/presence.lua",
    ["resty.yschema.etcd.trust"] = "lua/resty/yschema/etcd/trust.lua",
    ["resty.yschema.options.checking"] = "lua/resty/yschema/options/checking.lua",
    ["resty.yschema.options.configuration"] = "lua/resty/yschema/options/configuration.lua",
    ["resty.yschema.options.etcd"] = "lua/resty/yschema/options/etcd.lua",
    ["resty.yschema.report.masking"] = "lua/resty/yschema/report/masking.lua",
    ["resty.yschema.report.messages"] = "lua/resty/yschema/report/messages.lua",
    ["resty.yschema.report.metrics"] = "lua/resty/yschema/report/metrics.lua",
    ["resty.yschema.serve.reloading"] = "lua/resty/yschema/serve/reloading.lua",
    ["resty.yschema.serve.validator"] = "lua/resty/yschema/serve/validator.lua",
    ["resty.yschema.serve.versions"] = "lua/resty/yschema/serve/versions.lua",
    ["resty.yschema.serve.watch"] = "lua/resty/yschema/serve/watch.lua",
    ["resty.yschema.shared.counters"] = "lua/resty/yschema/shared/counters.lua",
    ["resty.yschema.shared.lock"] = "lua/resty/yschema/shared/lock.lua",
    ["resty.yschema.shared.notes"] = "lua/resty/yschema/shared/notes.lua",
    ["resty.yschema.shared.state"] = "lua/resty/yschema/shared/state.lua",
    ["resty.yschema.source.cache"] = "lua/resty/yschema/source/cache.lua",
    ["resty.yschema.source.calls"] = "lua/resty/yschema/source/calls.lua",
    ["resty.yschema.source.files"] = "lua/resty/yschema/source/files.lua",
    ["resty.yschema.source.links"] = "lua/resty/yschema/source/links.lua",
    ["resty.yschema.source.texts"] = "lua/resty/yschema/source/texts.lua",
  },
  conf = { "rocks/LICENSE" } },
}
