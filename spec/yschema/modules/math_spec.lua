-- The module math: as ytt's, whose functions are Go's.

local expressions = require "spec.support.expressions"
local rows = require "spec.support.rows"

-- A number of a row, written with all its digits.
local function near(text, wanted)
  it(text, function()
    local value = expressions.value(text)
    assert.is_number(value)
    assert.is_true(math.abs(value - wanted) <= 4e-16 * math.abs(wanted),
      ("%.17g instead of %.17g"):format(value, wanted))
  end)
end

describe("the module math", function()
  expressions.rows(it, {
    { "math.ceil(1.2)", 2 }, { "math.ceil(-1.2)", -1 }, { "math.ceil(3)", 3 }, { "math.floor(1.8)", 1 },
    { "math.floor(-1.2)", -2 }, { "math.floor(7)", 7 }, { "type(math.floor(1.5))", "int" },
    { "math.round(2.5)", 3 }, { "math.round(-2.5)", -3 }, { "math.round(2.4)", 2 }, { "math.round(1e300)", 1e300 },
    { "math.round(0.49999999999999994)", 0 }, { "math.round(4503599627370495.5)", 4503599627370496 },
    { "math.fabs(-3)", 3 }, { "math.copysign(3, -0.5)", -3 }, { "math.copysign(-3, 2)", 3 },
    { "1 / math.copysign(0, -1) if False else 0", 0 },
    { "math.mod(7, 3)", 1 }, { "math.mod(-7, 3)", -1 }, { "math.mod(7, -3)", 1 }, { "math.mod(5.5, 2)", 1.5 },
    { "str(math.mod(1, 0))", "nan" }, { "math.mod(5, float('inf'))", 5 },
    { "math.remainder(7, 4)", -1 }, { "math.remainder(5, 4)", 1 }, { "math.remainder(6, 4)", -2 },
    { "math.remainder(5.5, 4)", 1.5 },
    { "math.remainder(2, 4)", 2 }, { "math.remainder(-7, 4)", 1 }, { "str(math.remainder(1, 0))", "nan" },
    { "math.pow(2, 10)", 1024 }, { "math.pow(2, -1)", 0.5 }, { "math.pow(9, 0.5)", 3 }, { "math.pow(3, 2)", 9 },
    { "math.sqrt(9)", 3 }, { "str(math.sqrt(-1))", "nan" }, { "math.exp(0)", 1 }, { "math.log(1)", 0 },
    { "math.log(8, 2)", 3 }, { "str(math.log(0))", "-inf" }, { "math.hypot(3, 4)", 5 },
    { "4.9e200 < math.hypot(3e200, 4e200)", true }, { "math.hypot(0, 0)", 0 },
    { "str(math.hypot(float('inf'), float('nan')))", "+inf" },
    { "math.gamma(1)", 1 }, { "math.gamma(6)", 120 }, { "str(math.gamma(-1))", "nan" },
    { "str(math.gamma(172))", "+inf" },
    { "math.sinh(0)", 0 }, { "math.cosh(0)", 1 }, { "math.tanh(100)", 1 },
    { "math.atanh(0)", 0 }, { "math.acosh(1)", 0 },
    { "str(math.acosh(0.5))", "nan" }, { "str(math.atanh(1))", "+inf" },
    { "math.sqrt('9')", problem = "math.sqrt: got string, want number" },
    { "math.sqrt(True)", problem = "math.sqrt: got bool, want number" },
    { "math.pow(2)", problem = "function pow missing 1 argument (y)" },
    { "math.floor(float('nan'))", problem = "math.floor: cannot convert float nan to integer" },
    { "math.ceil(1e300)", problem = "math.ceil: cannot convert float 1e+300 to integer" },
    { "math.sqr(1)", problem = "math has no .sqr field or method (did you mean `sqrt`?)" },
  })

  near("math.e", 2.718281828459045)
  near("math.pi", 3.141592653589793)
  near("math.exp(1.5)", 4.4816890703380645)
  near("math.log(10)", 2.302585092994046)
  near("math.log(2, 10)", 0.30102999566398114)
  near("math.pow(1.1, 10)", 2.5937424601000023)
  near("math.cos(1)", 0.5403023058681398)
  near("math.sin(1)", 0.8414709848078965)
  near("math.tan(1)", 1.557407724654902)
  near("math.acos(0.3)", 1.266103672779499)
  near("math.asin(0.3)", 0.3046926540153975)
  near("math.atan(0.3)", 0.2914567944778671)
  near("math.atan2(-1, -1)", -2.356194490192345)
  near("math.degrees(1)", 57.29577951308232)
  near("math.radians(90)", 1.5707963267948966)
  near("math.sinh(0.3)", 0.3045202934471426)
  near("math.sinh(2)", 3.626860407847019)
  near("math.cosh(2)", 3.7621956910836314)
  near("math.tanh(0.3)", 0.2913126124515909)
  near("math.asinh(0.3)", 0.2956730475634224)
  near("math.asinh(-1e-9)", -1e-9)
  near("math.asinh(1e300)", 691.4686750787736)
  near("math.acosh(3)", 1.762747174039086)
  near("math.atanh(0.3)", 0.3095196042031117)

  it("has gamma to some digits", function()
    for _, row in ipairs {
      { "0.5", 1.772453850905516 }, { "-1.5", 2.3632718012073544 }, { "4.5", 11.631728396567448 },
    } do
      local value = expressions.value("math.gamma(" .. row[1] .. ")")
      assert.is_true(math.abs(value - row[2]) < 1e-14 * row[2], row[1])
    end
  end)

  rows.each(it, {
    { "is loaded as ytt's", schema = '#@ load("@ytt:math", "math")\na: #@ math.floor(2.7)\nb: #@ str(math.pi)[:6]',
      gives = 'a: 2\nb: "3.1415"' },
    { "does not replace Lua's own in Lua code",
      schema = "#@ local function f(v) return math.max(v, 3) + math.floor(1.5) end\n"
        .. "#@schema/default f(1)\na: 0\n#@schema/validation function(v) return v < math.huge end\nb: 1",
      gives = "a: 4\nb: 1" },
  })
end)
