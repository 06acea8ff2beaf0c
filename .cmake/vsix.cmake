# The extension for VS Code:
#
#   cmake --build build --target vsix
#
# makes build/packages/yschema-VERSION.vsix of examples/editors/vscode and the
# package for JavaScript (npm.cmake), which is the language server where there is
# no other, in a copy in build/vsix. It needs node and npm; npm installs the
# libraries whose versions package-lock.json names, unless they are in build/vsix
# already.
#
# package.json asks for an older cheerio than vsce does, because newer ones need
# Node 20, and Debian 12 has Node 18.

set(npm_package ${CMAKE_BINARY_DIR}/npm/package)
set(extension ${CMAKE_SOURCE_DIR}/examples/editors/vscode)
set(vsix ${CMAKE_BINARY_DIR}/vsix)
if(NOT NPM_PROGRAM OR NOT EXISTS ${extension}/package.json)
  add_custom_target(vsix
    COMMAND ${CMAKE_COMMAND} -E echo
      "vsix: install nodejs and npm, and configure again, in a checkout"
    COMMAND ${CMAKE_COMMAND} -E false VERBATIM)
  return()
endif()

file(STRINGS ${extension}/package.json vsix_version
  REGEX "^  \"version\": \"[0-9.]+\",$")
string(REGEX REPLACE "[^0-9.]" "" vsix_version "${vsix_version}")
npm_libraries(vsix "extension for VS Code" ${extension} ${vsix})
add_custom_target(vsix
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${vsix}/source ${vsix}/dist ${vsix}/server
  COMMAND ${CMAKE_COMMAND} -E copy_directory ${extension} ${vsix}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${vsix}/server
  COMMAND ${CMAKE_COMMAND} -E copy ${npm_package}/command.js
    ${npm_package}/yschema.wasm ${vsix}/server
  COMMAND ${CMAKE_COMMAND} -E copy_directory ${npm_package}/bin ${vsix}/server/bin
  COMMAND ${CMAKE_COMMAND} -E copy_directory ${npm_package}/licenses
    ${vsix}/server/licenses
  COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/rocks/LICENSE
    ${vsix}/LICENSE.txt
  COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/packages
  COMMAND ${CMAKE_COMMAND} -E chdir ${vsix} ${NPM_PROGRAM} run --silent build
    -- ${CMAKE_BINARY_DIR}/wasm/program ${CMAKE_SOURCE_DIR}/csrc/host/javascript/server.js
  COMMAND ${CMAKE_COMMAND} -E chdir ${vsix} ${NPM_PROGRAM} run --silent package
    -- --out ${CMAKE_BINARY_DIR}/packages/yschema-${vsix_version}.vsix
  VERBATIM)
add_dependencies(vsix npm vsix_libraries)
