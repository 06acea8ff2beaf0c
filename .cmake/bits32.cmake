# Everything for 32 bits, on a Debian of 64 bits with gcc-12-multilib. Its headers for the
# kernel are those of the processor of 64 bits:
#
#   sh .cmake/parts.sh build/parts
#   cmake --toolchain .cmake/bits32.cmake -S . -B build-32 -DYSCHEMA_PARTS=$PWD/build/parts
#   cmake --build build-32 --target program
#
# Floats are as exact as those of 64 bits with SSE2.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i686)
set(CMAKE_C_FLAGS_INIT "-m32 -msse2 -mfpmath=sse -idirafter /usr/include/x86_64-linux-gnu")
set(CMAKE_ASM_FLAGS_INIT -m32)
set(CMAKE_EXE_LINKER_FLAGS_INIT -m32)
