# libyschema, for programs in C and all languages that call C:
#
#   cmake --build build --target library
#
# makes libyschema.so and libyschema.a, which have the Lua modules inside and use
# this system's Lua 5.4, libyaml and PCRE2. `cmake --install build --component
# library` installs them with yschema.h and a file for pkg-config.

pkg_check_modules(library_lua QUIET lua5.4)
if(NOT library_lua_FOUND OR NOT LUA_PROGRAM)
  add_custom_target(library
    COMMAND ${CMAKE_COMMAND} -E echo
      "library: install lua5.4 and liblua5.4-dev, and configure again"
    COMMAND ${CMAKE_COMMAND} -E false VERBATIM)
  return()
endif()

set(library ${CMAKE_BINARY_DIR}/library)
embed(${library} yschema.core)
file(STRINGS lua/yschema/report/report.lua version
  REGEX "^report.version = \"[0-9.]+\"$")
string(REGEX REPLACE ".*\"([0-9.]+)\"$" "\\1" version "${version}")

file(GLOB library_sources CONFIGURE_DEPENDS csrc/host/library/*.c)
add_library(library_objects OBJECT EXCLUDE_FROM_ALL ${library_sources}
  csrc/host/modules/modules.c ${binding_sources} ${core_sources}
  ${embedded_sources})
target_include_directories(library_objects PRIVATE csrc)
target_include_directories(library_objects SYSTEM PRIVATE
  ${library_lua_INCLUDE_DIRS} ${YAML_INCLUDE_DIRS} ${PCRE2_INCLUDE_DIRS})
set_source_files_properties(csrc/host/library/library.c PROPERTIES
  COMPILE_DEFINITIONS YSCHEMA_VERSION="${version}")
add_library(library_shared SHARED EXCLUDE_FROM_ALL
  $<TARGET_OBJECTS:library_objects>)
add_library(library_static STATIC EXCLUDE_FROM_ALL
  $<TARGET_OBJECTS:library_objects>)
target_link_libraries(library_shared PRIVATE ${library_lua_LIBRARIES}
  PkgConfig::YAML PkgConfig::PCRE2 m)
# Only the functions of yschema.h can be seen from outside.
file(WRITE ${library}/symbols "{ global: yschema_*; local: *; };\n")
target_link_options(library_shared PRIVATE
  -Wl,--version-script=${library}/symbols)
set_target_properties(library_objects PROPERTIES
  INTERPROCEDURAL_OPTIMIZATION OFF) # the archive is for any linker
set_target_properties(library_shared library_static PROPERTIES
  OUTPUT_NAME yschema ARCHIVE_OUTPUT_DIRECTORY ${library}
  LIBRARY_OUTPUT_DIRECTORY ${library} INTERPROCEDURAL_OPTIMIZATION OFF)
# The number after .so grows when a program that was linked with it would fail.
set_target_properties(library_shared PROPERTIES VERSION 0.1.0 SOVERSION 0)
add_custom_target(library DEPENDS library_shared library_static)

file(GENERATE OUTPUT ${library}/yschema.pc CONTENT "\
prefix=${CMAKE_INSTALL_PREFIX}
libdir=\${prefix}/${CMAKE_INSTALL_LIBDIR}
includedir=\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}

Name: yschema
Description: Schemas for YAML and JSON, with rules in Lua
Version: ${version}
Libs: -L\${libdir} -lyschema
Libs.private: -lm
Requires.private: lua5.4 yaml-0.1 libpcre2-8
Cflags: -I\${includedir}
")
set(with COMPONENT library EXCLUDE_FROM_ALL)
install(TARGETS library_shared library_static
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ${with}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} ${with})
install(FILES csrc/host/library/yschema.h
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} ${with})
install(FILES ${library}/yschema.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig ${with})

add_custom_target(library-package
  COMMAND ${CMAKE_COMMAND} -DBUILD=${CMAKE_BINARY_DIR} -DVERSION=${version}
    -DTO=${CMAKE_BINARY_DIR}/packages -DLICENSE=${CMAKE_SOURCE_DIR}/rocks/LICENSE
    "-DCONTACT=yschema <yschema@localhost>"
    -P ${CMAKE_SOURCE_DIR}/.cmake/library_package.cmake
  DEPENDS library VERBATIM)
