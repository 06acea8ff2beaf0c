-- A helper of busted: the command under test is the first `yschema` on PATH.

require "spec.support.command".use_installed()
