std = "max"
max_line_length = 120
exclude_files = { "build*/**", "lua_modules/**" }
files["spec/**/*.lua"] = { std = "max+busted" }
files["spec/bench/*.lua"] = { std = "max" }
-- A thread for Lua is newer than what luacheck knows of ngx.
files["lua/resty/**/*.lua"] = {
  std = "ngx_lua", read_globals = { ngx = { fields = { run_worker_thread = {} }, other_fields = true } },
}
files["lua/yschema/meta.lua"] = { unused_args = false, ignore = { "241" } }
files["rocks/luajit.lua"] = { globals = { "lua_interpreter", "variables" } }
files["examples/openresty/*.lua"] = { std = "ngx_lua" }
files["examples/fleet/*.lua"] = { std = "ngx_lua" }
files["rocks/*.rockspec"] = { std = "+rockspec" }
