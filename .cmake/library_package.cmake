# Makes the Debian package libyschema-dev of the library, its header and its file
# for pkg-config. Called by the target `library-package`, with BUILD, VERSION,
# TO (the folder of packages), LICENSE and CONTACT.

set(root ${BUILD}/library/package)
file(REMOVE_RECURSE ${root})
execute_process(COMMAND dpkg --print-architecture
  OUTPUT_VARIABLE architecture OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix
  ${root}/usr --component library --strip COMMAND_ERROR_IS_FATAL ANY)
# The file for pkg-config names the prefix of the configured build.
file(GLOB_RECURSE pc ${root}/usr/*/yschema.pc)
file(READ ${pc} text)
string(REGEX REPLACE "prefix=[^\n]*" "prefix=/usr" text "${text}")
file(WRITE ${pc} "${text}")
file(COPY ${LICENSE} DESTINATION ${root}/usr/share/doc/libyschema-dev)
file(RENAME ${root}/usr/share/doc/libyschema-dev/LICENSE
  ${root}/usr/share/doc/libyschema-dev/copyright)
file(WRITE ${root}/DEBIAN/control "\
Package: libyschema-dev
Version: ${VERSION}
Architecture: ${architecture}
Maintainer: ${CONTACT}
Section: libdevel
Priority: optional
Depends: libc6, liblua5.4-0, libyaml-0-2, libpcre2-8-0
Suggests: liblua5.4-dev, libyaml-dev, libpcre2-dev, pkg-config
Description: library that validates YAML and JSON by a schema
 Loads a schema of yschema, applies it to layers of values, and hands out
 complete values or violations, for programs in C and other languages.
")
file(WRITE ${root}/DEBIAN/triggers "activate-noawait ldconfig\n")
file(MAKE_DIRECTORY ${TO})
execute_process(COMMAND dpkg-deb --root-owner-group --build ${root}
  ${TO}/libyschema-dev_${VERSION}_${architecture}.deb
  COMMAND_ERROR_IS_FATAL ANY)
