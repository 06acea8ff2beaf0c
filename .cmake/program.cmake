# The command with its parts inside, from their sources (parts.cmake): it needs
# nothing but the C library.

execute_process(COMMAND ${LUA_PROGRAM} -e
  "io.write(package.searchpath('argparse', package.path))" OUTPUT_VARIABLE argparse)
embed(${CMAKE_BINARY_DIR}/program yschema.core lfs -- argparse=${argparse})
add_executable(program EXCLUDE_FROM_ALL csrc/host/command/main.c csrc/host/modules/modules.c
  ${binding_sources} ${embedded_sources})
target_link_libraries(program PRIVATE yschema_core part_lua part_lfs)
set_target_properties(program PROPERTIES OUTPUT_NAME yschema RUNTIME_OUTPUT_DIRECTORY
  ${CMAKE_BINARY_DIR}/program)
if(EMSCRIPTEN)
  set_target_properties(program PROPERTIES SUFFIX .js RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
  target_link_options(program PRIVATE -O3 -sNODERAWFS=1 -sALLOW_MEMORY_GROWTH=1 -sENVIRONMENT=node)
endif()
