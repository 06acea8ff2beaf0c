"""Names the wheel by the system that its library was made for."""

import os

import setuptools
from wheel.bdist_wheel import bdist_wheel


class Distribution(setuptools.Distribution):
    def has_ext_modules(self):
        return True  # the library in the package is of one system


class Wheel(bdist_wheel):
    def get_tag(self):
        return "py3", "none", os.environ["YSCHEMA_PLATFORM"]


setuptools.setup(version=os.environ["YSCHEMA_VERSION"],
                 distclass=Distribution, cmdclass={"bdist_wheel": Wheel})
