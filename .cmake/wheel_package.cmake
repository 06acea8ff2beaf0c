# Puts the wheel together. Called by the target `wheel`, with SOURCE, BUILD,
# VERSION, PROCESSOR, LIBC (such as "glibc 2.36"), LIBRARY and PROGRAM (files),
# FOLDERS (of this system's libraries) and READELF.

set(root ${BUILD}/wheel/package)
file(REMOVE_RECURSE ${root})
file(COPY ${SOURCE}/csrc/host/python/ DESTINATION ${root}
  PATTERN __pycache__ EXCLUDE PATTERN README.md EXCLUDE)
file(COPY ${SOURCE}/examples/python/README.md DESTINATION ${root})
file(RENAME ${root}/README.md ${root}/description.md)

set(soname libyschema.so.0)
configure_file(${LIBRARY} ${root}/yschema/${soname} COPYONLY)

# Libraries that the library needs, but for the C library.
execute_process(COMMAND ${READELF} -d ${root}/yschema/${soname}
  OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "NEEDED[^\n]*\\[[^]]+\\]" needed "${dynamic}")
foreach(row ${needed})
  string(REGEX REPLACE ".*\\[([^]]+)\\]" "\\1" name "${row}")
  if(name MATCHES "^(libc|libm|ld-linux.*)\\.so")
    continue()
  endif()
  set(found "")
  foreach(folder ${FOLDERS})
    if(EXISTS ${folder}/${name})
      set(found ${folder}/${name})
    endif()
  endforeach()
  if(NOT found)
    message(FATAL_ERROR "wheel: no ${name} in ${FOLDERS}")
  endif()
  get_filename_component(real ${found} REALPATH)
  configure_file(${real} ${root}/yschema/${name} COPYONLY)
endforeach()

file(MAKE_DIRECTORY ${root}/yschema/bin ${root}/yschema/licenses)
file(COPY ${PROGRAM} DESTINATION ${root}/yschema/bin)
configure_file(${SOURCE}/rocks/LICENSE ${root}/yschema/licenses/yschema COPYONLY)
foreach(part Lua=liblua5.4-dev libyaml=libyaml-dev PCRE2=libpcre2-dev)
  string(REGEX MATCH "^([^=]*)=(.*)" _ ${part})
  if(EXISTS /usr/share/doc/${CMAKE_MATCH_2}/copyright)
    configure_file(/usr/share/doc/${CMAKE_MATCH_2}/copyright
      ${root}/yschema/licenses/${CMAKE_MATCH_1} COPYONLY)
  endif()
endforeach()

if(NOT LIBC)
  message(FATAL_ERROR "wheel: the C library is not glibc, and only wheels for glibc can be made")
endif()
string(REGEX REPLACE "^[^0-9]*([0-9]+)\\.([0-9]+).*" "manylinux_\\1_\\2"
  platform "${LIBC}")
file(MAKE_DIRECTORY ${BUILD}/packages)
execute_process(
  COMMAND ${CMAKE_COMMAND} -E env YSCHEMA_VERSION=${VERSION}
    YSCHEMA_PLATFORM=${platform}_${PROCESSOR} SOURCE_DATE_EPOCH=315532800
    /usr/bin/python3 -m build --wheel --no-isolation
    --outdir ${BUILD}/packages ${root}
  RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "wheel: python3 -m build ended with ${status} (install "
    "python3-build, python3-setuptools and python3-wheel):\n${said}")
endif()
