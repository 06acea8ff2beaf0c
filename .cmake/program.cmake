# The command with its parts inside, from their sources (parts.cmake): it needs
# nothing but the C library. For WebAssembly, the library (csrc/host/library) is in it, too.

execute_process(COMMAND ${LUA_PROGRAM} -e
  "io.write(package.searchpath('argparse', package.path))" OUTPUT_VARIABLE argparse)
set(program ${CMAKE_BINARY_DIR}/program)
if(NOT EMSCRIPTEN)
  embed(${program} yschema.core lfs -- argparse=${argparse})
  add_executable(program EXCLUDE_FROM_ALL csrc/host/command/main.c csrc/host/modules/modules.c
    ${binding_sources} ${embedded_sources})
  target_link_libraries(program PRIVATE yschema_core part_lua part_lfs)
  set_target_properties(program PROPERTIES OUTPUT_NAME yschema RUNTIME_OUTPUT_DIRECTORY ${program})
  return()
endif()

set(embed_options --small)
embed(${program} yschema.core lfs -- argparse=${argparse})
file(STRINGS lua/yschema/report/report.lua version REGEX "^report.version = \"[0-9.]+\"$")
string(REGEX REPLACE ".*\"([0-9.]+)\"$" "\\1" version "${version}")
file(GLOB library_sources CONFIGURE_DEPENDS csrc/host/library/*.c csrc/host/wasm/*.c)
add_library(program_objects OBJECT EXCLUDE_FROM_ALL csrc/host/command/main.c csrc/host/modules/modules.c
  ${binding_sources} ${library_sources} ${embedded_sources})
target_link_libraries(program_objects PRIVATE yschema_core part_lua part_lfs)
set_source_files_properties(csrc/host/library/library.c PROPERTIES
  COMPILE_DEFINITIONS YSCHEMA_VERSION="${version}")

# Only what runs for each value is compiled for speed, together, because a browser loads the rest, too.
set(hot "/core/((base|event|yaml|scalar|tree|check|rule|evaluate|run|json|jsonschema)/|print/json.c)")
foreach(source ${core_sources} ${binding_sources} ${library_sources})
  if(source MATCHES "${hot}")
    set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS -flto)
  else()
    set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS -Oz)
  endif()
endforeach()
target_compile_options(part_pcre2 PRIVATE -Oz)
target_compile_options(part_yaml PRIVATE -Oz)

file(STRINGS csrc/host/library/yschema.h exported REGEX "yschema_[a-z_]+\\(")
list(TRANSFORM exported REPLACE ".*(yschema_[a-z_]+)\\(.*" "_\\1")
list(FILTER exported EXCLUDE REGEX "_yschema_function$")
list(REMOVE_DUPLICATES exported)
list(JOIN exported "," exported)

# link_program(NAME OPTION...): the same module of WebAssembly, with code of emscripten for a place where it runs.
function(link_program name)
  add_executable(${name} EXCLUDE_FROM_ALL $<TARGET_OBJECTS:program_objects>)
  target_link_libraries(${name} PRIVATE yschema_core part_lua part_lfs)
  target_link_options(${name} PRIVATE -O2 ${ARGN} -sALLOW_MEMORY_GROWTH=1 -sEXIT_RUNTIME=1 -sWASM_BIGINT=1
    -sEXPORTED_FUNCTIONS=_main,_malloc,_free,${exported} --js-library ${CMAKE_SOURCE_DIR}/csrc/host/wasm/library.js
    -sMODULARIZE=1 -sEXPORT_NAME=createProgram -sINVOKE_RUN=0 -sFORCE_FILESYSTEM=1 -sDYNAMIC_EXECUTION=0
    -sEXPORTED_RUNTIME_METHODS=FS,callMain)
  set_target_properties(${name} PROPERTIES SUFFIX .js RUNTIME_OUTPUT_DIRECTORY ${program}
    RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs"
    LINK_DEPENDS "${CMAKE_SOURCE_DIR}/csrc/host/wasm/library.js;${CMAKE_SOURCE_DIR}/csrc/host/wasm/streams.js")
endfunction()

link_program(command -sNODERAWFS=1 -sENVIRONMENT=node
  --pre-js ${CMAKE_SOURCE_DIR}/csrc/host/wasm/streams.js)
link_program(engine -sENVIRONMENT=web)
