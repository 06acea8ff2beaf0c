"""Names the wheel by the system that its library was made for."""

import os
import sys

import setuptools
from wheel.bdist_wheel import bdist_wheel


if "YSCHEMA_VERSION" not in os.environ:
    sys.exit("The wheel is made in a checkout, together with its library: "
             "cmake -S . -B build && cmake --build build --target wheel")


class Distribution(setuptools.Distribution):
    def has_ext_modules(self):
        return True  # the library in the package is of one system


class Wheel(bdist_wheel):
    def get_tag(self):
        return "py3", "none", os.environ["YSCHEMA_PLATFORM"]


setuptools.setup(version=os.environ["YSCHEMA_VERSION"],
                 distclass=Distribution, cmdclass={"bdist_wheel": Wheel})
