# cmake -C .cmake/warnings.cmake -S . -B build-warnings
# Everything there is to compile, with warnings as errors.
set(YSCHEMA_WERROR ON CACHE BOOL "")
set(YSCHEMA_TESTS ON CACHE BOOL "")
set(YSCHEMA_BENCH ON CACHE BOOL "")
