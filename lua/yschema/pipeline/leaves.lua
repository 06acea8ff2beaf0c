--- The metatable of a list of the invalid parts of a value, which a rule of an import returns in place of a message.
--
-- Each part is a table with `pointer` (RFC 6901, from the value that the rule is about), `rule`, `must_be`, `found` and
-- `hint`, which are strings, and `line`, the number of what it breaks.
--
-- @module yschema.pipeline.leaves

return {}
