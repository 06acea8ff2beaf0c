-- LuaRocks' configuration for LuaJIT, which it does not know by itself:
--
--   LUAROCKS_CONFIG=rocks/luajit.lua luarocks --lua-version 5.1 make rocks/yschema-scm-1.rockspec
--
-- The headers are Debian's libluajit2-5.1-dev; elsewhere, see `pkg-config --cflags luajit`.
lua_interpreter = "luajit"
variables = { LUA_INCDIR = "/usr/include/luajit-2.1" }
