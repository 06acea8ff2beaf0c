# The program for WebAssembly, with Debian's emscripten:
#
#   sh .cmake/parts.sh build/parts
#   cmake --toolchain .cmake/wasm.cmake -S . -B build-wasm -DYSCHEMA_PARTS=$PWD/build/parts
#   cmake --build build-wasm --target program
#
# Debian's cache of system libraries is frozen: only what is in it can be linked.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(EMSCRIPTEN ON)
set(CMAKE_C_COMPILER emcc)
set(CMAKE_ASM_COMPILER emcc)
set(CMAKE_ASM_COMPILER_ID Clang)
set(CMAKE_AR emar CACHE FILEPATH "")
set(CMAKE_RANLIB emranlib CACHE FILEPATH "")
set(CMAKE_C_COMPILER_WORKS ON)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_C_FLAGS_INIT "-msimd128 -sSUPPORT_LONGJMP=wasm")
