# Files that are installed beside the modules and the command, and the packages:
#
#   cmake --build build --target package
#
# makes a tree that runs wherever it is unpacked (.tar.gz) and, where there is
# dpkg-deb, a Debian package. Debian has places of its own for some files: these
# are the component `debian`, which nothing but the Debian package installs.

# The pages of the manual and the completions come from the tables of --help.
find_program(LUA_PROGRAM NAMES lua5.4 luajit lua)
set(texts ${CMAKE_BINARY_DIR}/texts)
if(LUA_PROGRAM)
  set(lua_files commands completion flag_table flags man_page)
  list(TRANSFORM lua_files REPLACE "(.+)"
    "${CMAKE_SOURCE_DIR}/lua/yschema/command/\\1.lua")
  add_custom_command(OUTPUT ${texts}/made
    COMMAND ${CMAKE_COMMAND} -E make_directory ${texts}/man1
      ${texts}/completion/bash ${texts}/completion/zsh ${texts}/completion/fish
    COMMAND ${LUA_PROGRAM} ${CMAKE_SOURCE_DIR}/.cmake/texts.lua
      ${CMAKE_SOURCE_DIR} ${texts}
    COMMAND ${CMAKE_COMMAND} -E touch ${texts}/made
    DEPENDS ${CMAKE_SOURCE_DIR}/.cmake/texts.lua ${lua_files}
      ${CMAKE_SOURCE_DIR}/lua/yschema/report/report.lua
    COMMENT "The pages of the manual, and completion" VERBATIM)
  add_custom_target(texts ALL DEPENDS ${texts}/made)
  install(DIRECTORY ${texts}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
  install(FILES ${texts}/completion/bash/yschema
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${texts}/completion/zsh/_yschema
    DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${texts}/completion/fish/yschema.fish
    DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
else()
  message(STATUS "yschema: no lua to run, so no manual and no completion")
endif()

find_program(DPKG_DEB dpkg-deb)
find_program(GZIP gzip)
if(DPKG_DEB AND GZIP AND LUA_PROGRAM)
  set(debian COMPONENT debian EXCLUDE_FROM_ALL)
  install(FILES ${texts}/completion/bash/yschema
    DESTINATION share/bash-completion/completions ${debian})
  install(FILES ${texts}/completion/zsh/_yschema
    DESTINATION share/zsh/vendor-completions ${debian})
  install(FILES ${texts}/completion/fish/yschema.fish
    DESTINATION share/fish/vendor_completions.d ${debian})
  install(FILES rocks/LICENSE DESTINATION share/doc/yschema RENAME copyright
    ${debian})
  # Debian wants these compressed, without the time at which that was done.
  install(CODE "
    file(GLOB pages \"${texts}/man1/*.1\")
    set(folder \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/share\")
    file(COPY \${pages} DESTINATION \"\${folder}/man/man1\")
    file(COPY \"${CMAKE_SOURCE_DIR}/rocks/CHANGES.md\"
      DESTINATION \"\${folder}/doc/yschema\")
    file(RENAME \"\${folder}/doc/yschema/CHANGES.md\"
      \"\${folder}/doc/yschema/changelog\")
    file(GLOB pages \"\${folder}/man/man1/*.1\")
    execute_process(COMMAND \"${GZIP}\" -9nf \${pages}
      \"\${folder}/doc/yschema/changelog\" COMMAND_ERROR_IS_FATAL ANY)
  " ${debian})
endif()

# The version stands in one place.
file(STRINGS lua/yschema/report/report.lua version
  REGEX "^report\\.version = \"[^\"]*\"")
string(REGEX REPLACE ".*\"([^\"]*)\".*" "\\1" version "${version}")
set(YSCHEMA_CONTACT "yschema <yschema@localhost>" CACHE STRING
  "name and address in the Debian package")

set(CPACK_PACKAGE_NAME yschema)
set(CPACK_PACKAGE_VERSION ${version})
set(CPACK_PACKAGE_VENDOR yschema)
set(CPACK_PACKAGE_CONTACT "${YSCHEMA_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
  "Schemas for YAML in ytt's language, with rules in Lua")
set(CPACK_PACKAGE_DESCRIPTION
  "Checks YAML data values against a schema that is an example of them, fills
in defaults and reports all that is wrong with file, line and excerpt: as a
command, a module for Lua 5.4 and LuaJIT, and a module for OpenResty.")
set(CPACK_PACKAGE_FILE_NAME
  "yschema-${version}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR TGZ)
set(CPACK_VERBATIM_VARIABLES ON)

# The Debian package: what the command needs. The rockspecs say the same.
if(DPKG_DEB AND GZIP AND LUA_PROGRAM)
  list(APPEND CPACK_GENERATOR DEB)
  set(CPACK_DEB_COMPONENT_INSTALL ON)
  set(CPACK_COMPONENTS_ALL debian)
  set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_SECTION interpreters)
  set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
  find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
  if(TARGET lua54)
    set(depends "lua5.4, lua-argparse, lua-filesystem")
  else()
    set(depends "luajit2 | luajit, lua-argparse, lua-filesystem")
  endif()
  if(DPKG_SHLIBDEPS)
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  else()
    set(depends "${depends}, libc6, libyaml-0-2, libpcre2-8-0")
  endif()
  set(CPACK_DEBIAN_PACKAGE_DEPENDS "${depends}")
  set(CPACK_DEBIAN_PACKAGE_SUGGESTS
    "luajit2 | luajit, lua-cjson, lua-luaossl, lua-luv, bash-completion")
endif()
include(CPack)
