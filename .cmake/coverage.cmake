# cmake -C .cmake/coverage.cmake -S . -B build-coverage
# Lines that run are counted; `sh spec/coverage.sh` builds this, runs all tests and
# prints the lines covered.
set(YSCHEMA_COVERAGE ON CACHE BOOL "")
set(YSCHEMA_TESTS ON CACHE BOOL "")
set(CMAKE_C_COMPILER gcc CACHE STRING "")
set(CMAKE_BUILD_TYPE Debug CACHE STRING "")
