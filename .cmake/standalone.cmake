# The command as one static program, which needs nothing but a Linux kernel:
#
#   cmake --build build --target standalone
#
# makes build/standalone/yschema. It has Lua 5.4, the core and the libraries
# inside, and the Lua modules as bytecode (.cmake/embed.lua). What is missing on
# this machine is named when the target is built.

set(standalone ${CMAKE_BINARY_DIR}/standalone)
set(standalone_missing "")
set(standalone_parts "")
set(standalone_data "")

# static_part(VARIABLE pkg-config-name archive debian-package title): an archive
# that is linked, with its version and licence. No title: it is of the part above.
function(static_part variable module archive package title)
  pkg_check_modules(${variable}_pc QUIET ${module})
  find_library(${variable}_archive NAMES ${archive}
    HINTS ${${variable}_pc_LIBRARY_DIRS} ${${variable}_pc_LIBDIR})
  set(copyright /usr/share/doc/${package}/copyright)
  if(NOT ${variable}_pc_FOUND OR NOT ${variable}_archive)
    set(standalone_missing ${standalone_missing} ${package} PARENT_SCOPE)
    return()
  endif()
  set(${variable} ${${variable}_archive} PARENT_SCOPE)
  set(${variable}_headers ${${variable}_pc_INCLUDE_DIRS} PARENT_SCOPE)
  if(NOT title)
    return()
  endif()
  set(standalone_parts
    "${standalone_parts}${title} ${${variable}_pc_VERSION}\n" PARENT_SCOPE)
  if(EXISTS ${copyright})
    set(standalone_data ${standalone_data}
      yschema/licenses/${title}=${copyright} PARENT_SCOPE)
  endif()
endfunction()

static_part(host_lua lua5.4 liblua5.4.a liblua5.4-dev Lua)
static_part(host_yaml yaml-0.1 libyaml.a libyaml-dev libyaml)
static_part(host_pcre2 libpcre2-8 libpcre2-8.a libpcre2-dev PCRE2)
static_part(host_lfs lua5.4-filesystem liblua5.4-filesystem.a
  lua-filesystem-dev LuaFileSystem)
static_part(host_luv lua5.4-luv liblua5.4-luv.a lua-luv-dev luv)
static_part(host_uv libuv libuv_a.a libuv1-dev libuv)
static_part(host_socket lua5.4-socket liblua5.4-socket.a lua-socket-dev
  LuaSocket)
static_part(host_mime lua5.4-mime liblua5.4-mime.a lua-socket-dev "")
static_part(host_sec lua5.4-sec liblua5.4-sec.a lua-sec-dev LuaSec)
static_part(host_ossl lua5.4-luaossl liblua5.4-luaossl.a lua-luaossl-dev
  luaossl)
static_part(host_ssl libssl libssl.a libssl-dev OpenSSL)
static_part(host_crypto libcrypto libcrypto.a libssl-dev "")

# Modules in Lua of others: where this machine's Lua has them.
function(lua_part module package title)
  set(script
    "io.write(package.searchpath('${module}', package.path) or '')")
  execute_process(COMMAND ${LUA_PROGRAM} -e "${script}"
    OUTPUT_VARIABLE path ERROR_QUIET)
  if(NOT path)
    set(standalone_missing ${standalone_missing} ${package} PARENT_SCOPE)
    return()
  endif()
  set(standalone_data ${standalone_data} ${module}=${path} PARENT_SCOPE)
  if(title AND EXISTS /usr/share/doc/${package}/copyright)
    set(standalone_data ${standalone_data} ${module}=${path}
      yschema/licenses/${title}=/usr/share/doc/${package}/copyright
      PARENT_SCOPE)
  endif()
endfunction()

if(LUA_PROGRAM)
  lua_part(argparse lua-argparse argparse)
  execute_process(COMMAND ${LUA_PROGRAM} -e
    "io.write(require 'argparse'.version)" OUTPUT_VARIABLE argparse_version)
  string(APPEND standalone_parts "argparse ${argparse_version}\n")
  foreach(name auxlib digest bignum pkey x509)
    lua_part(openssl.${name} lua-luaossl "")
  endforeach()
  foreach(name ltn12 mime socket)
    lua_part(${name} lua-socket "")
  endforeach()
  foreach(name ssl ssl.options)
    lua_part(${name} lua-sec "")
  endforeach()
endif()
# The C library of the compiler, which may be for another processor.
execute_process(COMMAND ${CMAKE_C_COMPILER} -E -dM -include features.h -x c /dev/null
  OUTPUT_VARIABLE macros ERROR_QUIET)
set(libc_version "")
if(macros MATCHES "__GLIBC__ ([0-9]+)")
  set(libc_version "glibc ${CMAKE_MATCH_1}")
  string(REGEX REPLACE ".*__GLIBC_MINOR__ ([0-9]+).*" ".\\1" minor "${macros}")
  string(APPEND libc_version "${minor}")
endif()
string(APPEND standalone_parts "${libc_version}\n")
if(EXISTS /usr/share/doc/libc6-dev/copyright)
  list(APPEND standalone_data
    yschema/licenses/glibc=/usr/share/doc/libc6-dev/copyright)
endif()
list(APPEND standalone_data
  yschema/licenses/yschema=${CMAKE_SOURCE_DIR}/rocks/LICENSE
  yschema/parts=${standalone}/parts)

if(standalone_missing OR NOT LUA_PROGRAM)
  list(REMOVE_DUPLICATES standalone_missing)
  string(REPLACE ";" " " standalone_missing "${standalone_missing}")
  add_custom_target(standalone
    COMMAND ${CMAKE_COMMAND} -E echo
      "standalone: install ${standalone_missing} (and lua5.4), and configure again"
    COMMAND ${CMAKE_COMMAND} -E false VERBATIM)
  return()
endif()

file(GENERATE OUTPUT ${standalone}/parts CONTENT "${standalone_parts}")
# luaossl's open functions have the names of its own files.
embed(${standalone} yschema.core lfs luv _openssl _openssl.digest
  _openssl.bignum _openssl.pkey _openssl.x509.cert socket.core mime.core
  ssl.core ssl.context ssl.x509 ssl.config -- ${standalone_data})

add_executable(standalone EXCLUDE_FROM_ALL csrc/host/command/main.c
  csrc/host/command/no_libraries.c csrc/host/modules/modules.c ${binding_sources} ${core_sources}
  ${embedded_sources})
target_include_directories(standalone PRIVATE csrc)
target_include_directories(standalone SYSTEM PRIVATE ${host_lua_headers})
# No path of this machine is in the program, and it can be made again byte by
# byte.
target_compile_options(standalone PRIVATE -O3 -g0
  $<$<COMPILE_LANGUAGE:C>:-ffile-prefix-map=${CMAKE_SOURCE_DIR}=.>
  $<$<COMPILE_LANGUAGE:C>:-ffile-prefix-map=${CMAKE_BINARY_DIR}=build>)
target_link_options(standalone PRIVATE -static -s -Wl,--build-id=none)
foreach(name dladdr dlopen dlsym dlclose dlerror)
  target_link_options(standalone PRIVATE -Wl,--wrap=${name})
endforeach()
target_link_libraries(standalone PRIVATE ${host_lua} ${host_yaml} ${host_pcre2}
  ${host_lfs} ${host_luv} ${host_uv} ${host_ossl} ${host_socket} ${host_mime}
  ${host_sec} ${host_ssl} ${host_crypto}
  m dl pthread)
set_target_properties(standalone PROPERTIES OUTPUT_NAME yschema
  RUNTIME_OUTPUT_DIRECTORY ${standalone} INTERPROCEDURAL_OPTIMIZATION ${ipo})
