# The package for Python, as a wheel with all that it needs inside:
#
#   cmake --build build --target wheel
#
# makes build/packages/yschema-VERSION-py3-none-PLATFORM.whl of csrc/host/python,
# the library (library.cmake), this system's Lua, libyaml and PCRE2, and the
# standalone program (standalone.cmake). It runs where the C library is at least
# as new as this system's. examples/python/README.md has the packages.

if(NOT TARGET library_shared OR NOT TARGET standalone)
  return()
endif()

# The library of the wheel finds the others in its own folder. Debian's static
# archives cannot be linked into a shared library.
add_library(library_wheel SHARED EXCLUDE_FROM_ALL
  $<TARGET_OBJECTS:library_objects>)
target_link_libraries(library_wheel PRIVATE ${library_lua_LIBRARIES}
  PkgConfig::YAML PkgConfig::PCRE2 m)
target_link_options(library_wheel PRIVATE -s
  -Wl,--version-script=${library}/symbols)
set_target_properties(library_wheel PROPERTIES OUTPUT_NAME yschema
  VERSION 0.1.0 SOVERSION 0 LIBRARY_OUTPUT_DIRECTORY
  ${CMAKE_BINARY_DIR}/wheel/library INTERPROCEDURAL_OPTIMIZATION OFF
  BUILD_RPATH "$ORIGIN" BUILD_RPATH_USE_ORIGIN ON SKIP_BUILD_RPATH OFF)

add_custom_target(wheel
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${CMAKE_SOURCE_DIR}
    -DBUILD=${CMAKE_BINARY_DIR} -DVERSION=${version}
    -DPROCESSOR=${CMAKE_SYSTEM_PROCESSOR} -DLIBC=${libc_version}
    -DLIBRARY=$<TARGET_FILE:library_wheel>
    -DPROGRAM=${CMAKE_BINARY_DIR}/standalone/yschema
    "-DFOLDERS=${library_lua_LIBDIR};${YAML_LIBDIR};${PCRE2_LIBDIR}"
    -DREADELF=${CMAKE_READELF}
    -P ${CMAKE_SOURCE_DIR}/.cmake/wheel_package.cmake
  DEPENDS library_wheel standalone VERBATIM)
