# The standalone program for aarch64, made on a Debian of another processor:
#
#   cmake --toolchain .cmake/aarch64.cmake -S . -B build-aarch64
#   cmake --build build-aarch64 --target standalone
#
# examples/installation/README.md has the packages.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(ENV{PKG_CONFIG_LIBDIR}
  /usr/lib/aarch64-linux-gnu/pkgconfig:/usr/share/pkgconfig)
