# cmake -C .cmake/sanitize.cmake -S . -B build-sanitize
# Every bad access, undefined step and leak ends the program.
set(YSCHEMA_SANITIZE ON CACHE BOOL "")
set(YSCHEMA_TESTS ON CACHE BOOL "")
set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "")
