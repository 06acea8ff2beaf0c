-- Tests of the reference about code lines.

local code = require "spec.reference.code_rows"
local rows = require "spec.support.rows"

for _, part in ipairs { "definitions", "modules", "places", "violations" } do
  describe("code lines (reference#code), " .. part .. ":", function() rows.each(it, code[part]) end)
end
