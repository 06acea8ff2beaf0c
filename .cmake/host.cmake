# Programs and libraries that contain the Lua modules (csrc/host), and no targets
# of `all`: the program of one file (standalone.cmake), the library for C (library.cmake),
# the package for Python (wheel.cmake) and the extension for VS Code (vsix.cmake).

enable_language(ASM)
file(GLOB_RECURSE embedded_files CONFIGURE_DEPENDS lua/yschema/*)

# embed(FOLDER MODULE... [-- NAME=FILE...]): writes sources with the Lua modules
# of yschema, further files (see embed.lua), and the list of the modules in C
# that are linked. Sets embedded_sources.
function(embed folder)
  set(modules "")
  set(files "")
  set(list modules)
  foreach(word ${ARGN})
    if(word STREQUAL "--")
      set(list files)
    else()
      list(APPEND ${list} ${word})
    endif()
  endforeach()
  set(declared "#include \"host/modules/modules.h\"\n\n")
  set(rows "")
  foreach(name ${modules})
    string(REPLACE "." "_" function luaopen_${name})
    string(APPEND declared "int ${function}(lua_State *L);\n")
    string(APPEND rows "    {\"${name}\", ${function}},\n")
  endforeach()
  file(GENERATE OUTPUT ${folder}/linked.c CONTENT
    "${declared}\nconst ys_linked ys_linked_list[] = {\n${rows}    {NULL, NULL},\n};\n")
  if(EMSCRIPTEN)
    set(section ".section .rodata.ys_embedded_bytes,\"\",@")
    set(end ".size ys_embedded_bytes, . - ys_embedded_bytes")
  else()
    set(section ".section .rodata")
    set(end ".section .note.GNU-stack,\"\",%progbits")
  endif()
  file(GENERATE OUTPUT ${folder}/bytes.S CONTENT "\
    ${section}
    .global ys_embedded_bytes
    .hidden ys_embedded_bytes
    .balign 16
ys_embedded_bytes:
    .incbin \"${folder}/modules.bin\"
    ${end}
")
  set(texts "")
  foreach(file ${files})
    string(REGEX REPLACE "^[^=]*=" "" file ${file})
    list(APPEND texts ${file})
  endforeach()
  add_custom_command(OUTPUT ${folder}/modules.c ${folder}/modules.bin
    COMMAND ${LUA_PROGRAM} ${CMAKE_SOURCE_DIR}/.cmake/embed.lua
      ${embed_options} ${folder}/modules ${CMAKE_SOURCE_DIR}/lua/yschema -- ${files}
    DEPENDS ${embedded_files} ${CMAKE_SOURCE_DIR}/.cmake/embed.lua ${CMAKE_SOURCE_DIR}/.cmake/smaller.lua ${texts}
    COMMENT "Lua modules as bytecode" VERBATIM)
  set_source_files_properties(${folder}/bytes.S PROPERTIES
    OBJECT_DEPENDS ${folder}/modules.bin)
  set(embedded_sources ${folder}/linked.c ${folder}/modules.c ${folder}/bytes.S
    PARENT_SCOPE)
endfunction()

if(YSCHEMA_PARTS)
  include(.cmake/program.cmake)
  return()
endif()
include(.cmake/library.cmake)
include(.cmake/standalone.cmake)
include(.cmake/wheel.cmake)
include(.cmake/npm.cmake)
include(.cmake/playground.cmake)
include(.cmake/vsix.cmake)
