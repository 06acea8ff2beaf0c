# cmake -C .cmake/torture.cmake -S . -B build-torture
# The sanitizers with each allocation of the core by itself: they see every step
# beyond one.
include(${CMAKE_CURRENT_LIST_DIR}/sanitize.cmake)
set(YSCHEMA_TORTURE ON CACHE BOOL "")
