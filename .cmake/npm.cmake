# The package for JavaScript:
#
#   cmake --build build --target npm
#
# makes build/packages/yschema-VERSION.tgz of csrc/host/javascript and the program for
# WebAssembly (program.cmake), with Debian's emscripten and the sources that
# parts.sh gets. It runs wherever Node 18 or a browser does.

find_program(EMCC emcc)
find_program(NPM_PROGRAM npm)

# npm_libraries(NAME TITLE SOURCE FOLDER): the target NAME_libraries gets the libraries of SOURCE/package-lock.json into
# a folder, unless they are there already. npm says why it cannot.
function(npm_libraries name title source folder)
  set(got ${folder}/node_modules/.package-lock.json)
  add_custom_command(OUTPUT ${got}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND ${CMAKE_COMMAND} -E copy ${source}/package.json ${source}/package-lock.json ${folder}
    COMMAND ${NPM_PROGRAM} ci --prefix ${folder} --ignore-scripts --no-audit --no-fund --loglevel=error
    COMMAND ${CMAKE_COMMAND} -E touch ${got}
    DEPENDS ${source}/package.json ${source}/package-lock.json
    COMMENT "Libraries of the ${title}" VERBATIM)
  add_custom_target(${name}_libraries DEPENDS ${got})
endfunction()

find_program(CCACHE ccache)
if(NOT EMCC OR NOT TARGET library_shared)
  add_custom_target(npm
    COMMAND ${CMAKE_COMMAND} -E echo
      "npm: install emscripten, dpkg-dev, lua5.4 and liblua5.4-dev, and configure again"
    COMMAND ${CMAKE_COMMAND} -E false VERBATIM)
  return()
endif()

set(wasm ${CMAKE_BINARY_DIR}/wasm)
set(launcher "")
if(CCACHE)
  set(launcher -DCMAKE_C_COMPILER_LAUNCHER=${CCACHE})
endif()
set(npm_package ${CMAKE_BINARY_DIR}/npm/package)
add_custom_target(npm
  COMMAND sh ${CMAKE_SOURCE_DIR}/.cmake/parts.sh ${CMAKE_BINARY_DIR}/parts
  COMMAND ${CMAKE_COMMAND} --toolchain ${CMAKE_SOURCE_DIR}/.cmake/wasm.cmake -S ${CMAKE_SOURCE_DIR} -B ${wasm}
    -DYSCHEMA_PARTS=${CMAKE_BINARY_DIR}/parts -DCMAKE_BUILD_TYPE=Release ${launcher}
  COMMAND ${CMAKE_COMMAND} --build ${wasm} --target command engine --parallel 2
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${npm_package}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${npm_package}/bin ${npm_package}/licenses ${CMAKE_BINARY_DIR}/packages
  COMMAND ${LUA_PROGRAM} ${CMAKE_SOURCE_DIR}/.cmake/npm.lua ${CMAKE_SOURCE_DIR} ${wasm}/program
    ${npm_package} ${version}
  COMMAND chmod +x ${npm_package}/bin/yschema.js
  COMMAND tar -C ${CMAKE_BINARY_DIR}/npm --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0
    -I "gzip -9n" -cf ${CMAKE_BINARY_DIR}/packages/yschema-${version}.tgz package
  VERBATIM)
