# The parts of yschema from their sources, for builds that cannot link this
# system's libraries: those for 32 bits, and those for WebAssembly. YSCHEMA_PARTS
# is the folder that .cmake/parts.sh has filled. It gives the targets that pkg-config
# would give, part_lua and part_lfs, and `program`: the command with all of this.

function(add_part name folder)
  file(GLOB sources ${YSCHEMA_PARTS}/${folder}/*.c)
  list(FILTER sources EXCLUDE REGEX "/(luac?|pcre2(demo|grep|posix|posix_test|test|_dftables|_fuzzsupport|_printint|_ucptables)|pcre2_jit_(test|match|misc))\\.c$")
  add_library(part_${name} STATIC ${sources} ${ARGN})
  target_include_directories(part_${name} SYSTEM PUBLIC ${YSCHEMA_PARTS}/${folder})
  # They are not ours to change.
  set_target_properties(part_${name} PROPERTIES C_EXTENSIONS ON)
  target_compile_options(part_${name} PRIVATE -w)
endfunction()

set(made ${CMAKE_BINARY_DIR}/parts)
configure_file(${YSCHEMA_PARTS}/pcre2/src/config.h.generic ${made}/config.h COPYONLY)
configure_file(${YSCHEMA_PARTS}/pcre2/src/pcre2.h.generic ${made}/pcre2.h COPYONLY)
configure_file(${YSCHEMA_PARTS}/pcre2/src/pcre2_chartables.c.dist ${made}/pcre2_chartables.c COPYONLY)
add_part(pcre2 pcre2/src ${made}/pcre2_chartables.c)
target_include_directories(part_pcre2 SYSTEM PUBLIC ${made})
target_compile_definitions(part_pcre2 PRIVATE HAVE_CONFIG_H SUPPORT_UNICODE
  PUBLIC PCRE2_STATIC PCRE2_CODE_UNIT_WIDTH=8)

file(STRINGS ${YSCHEMA_PARTS}/yaml/configure.ac numbers REGEX "define\\(\\[YAML_(MAJOR|MINOR|PATCH)\\]")
string(REGEX REPLACE "[^0-9]+" ";" numbers "${numbers}")
list(REMOVE_ITEM numbers "")
list(GET numbers 0 major)
list(GET numbers 1 minor)
list(GET numbers 2 patch)
add_part(yaml yaml/src)
target_include_directories(part_yaml SYSTEM PUBLIC ${YSCHEMA_PARTS}/yaml/include)
target_compile_definitions(part_yaml PRIVATE YAML_VERSION_MAJOR=${major} YAML_VERSION_MINOR=${minor}
  YAML_VERSION_PATCH=${patch} YAML_VERSION_STRING="${major}.${minor}.${patch}")

# Debian's Lua includes a file that its package makes. It is not written again if it is there, because all that
# includes Lua would be compiled again.
file(GENERATE OUTPUT ${made}/lua5.4-deb-multiarch.h CONTENT "#define DEB_HOST_MULTIARCH \"lib\"\n")
add_part(lua lua/src)
target_include_directories(part_lua SYSTEM PUBLIC ${made})
target_compile_definitions(part_lua PUBLIC LUA_USE_POSIX)
target_link_libraries(part_lua PUBLIC m)
add_part(lfs lfs/src)
target_link_libraries(part_lfs PUBLIC part_lua)

add_library(PkgConfig::YAML ALIAS part_yaml)
add_library(PkgConfig::PCRE2 ALIAS part_pcre2)
