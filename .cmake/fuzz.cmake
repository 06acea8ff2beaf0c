# cmake -C .cmake/fuzz.cmake -S . -B build-fuzz
# The fuzzers of spec/fuzz; `sh spec/fuzz/run.sh` builds this and runs them.
set(YSCHEMA_FUZZ ON CACHE BOOL "")
set(CMAKE_C_COMPILER clang CACHE STRING "")
set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "")
