# The playground, as one page that needs no network:
#
#   cmake --build build --target playground
#
# makes build/packages/playground.html of csrc/host/playground and the program of the
# package for JavaScript (npm.cmake). npm installs the libraries whose versions
# package-lock.json names, unless they are in build/playground already.

find_program(NPM_PROGRAM npm)
if(NOT NPM_PROGRAM OR NOT EMCC OR NOT TARGET npm)
  add_custom_target(playground
    COMMAND ${CMAKE_COMMAND} -E echo
      "playground: install nodejs, npm and what the target npm needs, and configure again"
    COMMAND ${CMAKE_COMMAND} -E false VERBATIM)
  return()
endif()

set(playground ${CMAKE_BINARY_DIR}/playground)
set(playground_source ${CMAKE_SOURCE_DIR}/csrc/host/playground)
add_custom_command(OUTPUT ${playground}/node_modules/.package-lock.json
  COMMAND ${CMAKE_COMMAND} -E make_directory ${playground}
  COMMAND ${CMAKE_COMMAND} -E copy ${playground_source}/package.json
    ${playground_source}/package-lock.json ${playground}
  COMMAND ${NPM_PROGRAM} ci --prefix ${playground} --ignore-scripts --no-audit --no-fund --silent
  COMMAND ${CMAKE_COMMAND} -E touch ${playground}/node_modules/.package-lock.json
  DEPENDS ${playground_source}/package.json ${playground_source}/package-lock.json
  COMMENT "Libraries of the playground" VERBATIM)
add_custom_target(playground
  COMMAND ${CMAKE_COMMAND} -E copy_directory ${playground_source} ${playground}
  COMMAND ${CMAKE_COMMAND} -E chdir ${playground} node build.mjs ${CMAKE_BINARY_DIR}/wasm/program
    ${CMAKE_SOURCE_DIR}/csrc/host/javascript/server.js ${CMAKE_BINARY_DIR}/packages/playground.html
  DEPENDS ${playground}/node_modules/.package-lock.json VERBATIM)
add_dependencies(playground npm)
