--- What is left out of random compositions while it is known to be wrong: a switch for each fault, to be
-- turned on as soon as the fault is mended.

return {
  whole_floats_in_code = false, -- on LuaJIT, 3.0 in arguments that are evaluated (`{3.0}`, `f(), [3.0]`) is an integer
}
