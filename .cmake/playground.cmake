# The playground, as one page that needs no network:
#
#   cmake --build build --target playground
#
# makes build/packages/playground.html of csrc/host/playground and the program of the
# package for JavaScript (npm.cmake). npm installs the libraries whose versions
# package-lock.json names, unless they are in build/playground already.

if(NOT NPM_PROGRAM OR NOT EMCC OR NOT TARGET npm)
  add_custom_target(playground
    COMMAND ${CMAKE_COMMAND} -E echo
      "playground: install nodejs, npm and what the target npm needs, and configure again"
    COMMAND ${CMAKE_COMMAND} -E false VERBATIM)
  return()
endif()

set(playground ${CMAKE_BINARY_DIR}/playground)
set(playground_source ${CMAKE_SOURCE_DIR}/csrc/host/playground)
npm_libraries(playground playground ${playground_source} ${playground})
add_custom_target(playground
  COMMAND ${CMAKE_COMMAND} -E copy_directory ${playground_source} ${playground}
  COMMAND ${CMAKE_COMMAND} -E chdir ${playground} node build.mjs ${CMAKE_BINARY_DIR}/wasm/program
    ${CMAKE_SOURCE_DIR}/csrc/host/javascript/server.js ${CMAKE_BINARY_DIR}/packages/playground.html
  VERBATIM)
add_dependencies(playground npm playground_libraries)
