-- The core's include graph is an arrow, and this file is the arrow. A file may include headers of
-- files that stand before it, and its own; nothing else of ours. A header without a name here is an
-- error: whoever adds a file says where it belongs.
local order = {
  "base", "big", "pages", "mem", "pool", "str", "source", "excerpt", "diag", "node", "seen",
  "build", "scalar", "quote", "emit", "compare", "portable", "message", "report",
  "annot", "graft", "argument", "literal", "mark", "woven", "comment", "anchor", "merge", "value",
  "jsonread", "syntax", "stream", "parse",
  "host", "expect", "regexp", "type", "vocab", "choice", "fields", "format", "rule", "whole", "check",
  "numbers", "docs", "fill", "header", "weave", "typing", "keying", "words", "compile",
  "facts", "constraint", "keypattern", "describe", "openapi", "jsonschema",
  "match", "operation", "rows", "lookup", "joint", "merger", "parts", "guide", "patch",
  "apply", "overlay", "first", "layers", "schema",
  "validate", "defaults", "choose", "mend", "input", "run",
}

-- Files that do a part of another one's work: whose.
local part_of = {
  attach = "parse", parser = "parse", indicator = "parse", parse_leaf = "parse",
  jsonreader = "jsonread", jsonread_leaf = "jsonread", jsonread_fault = "jsonread",
  equal = "node", json = "emit", key = "node", number = "scalar", template = "message",
  check_choice = "check", check_fault = "check", checker = "check",
  trial = "choose", rounds = "choose",
  compile_choice = "compile", compile_map = "compile",
  format_parts = "format", format_time = "format", format_net = "format", format_uri = "format",
  rule_parts = "rule", rule_named = "rule", rule_items = "rule", rule_text = "rule",
}

local rank = {}
for i, name in ipairs(order) do rank[name] = i end

local function files(pattern)
  local out, pipe = {}, assert(io.popen("ls " .. pattern .. " 2>/dev/null"))
  for path in pipe:lines() do out[#out + 1] = path end
  pipe:close()
  return out
end

local core = files "csrc/core/*.[ch]"

-- The lines of some files where one of these patterns is found; but for the file `except`.
local function lines_with(paths, patterns, except)
  local found = {}
  for _, path in ipairs(paths) do
    local number = 0
    for line in io.lines(path) do
      number = number + 1
      for _, pattern in ipairs(patterns) do
        if line:find(pattern) and not (except and path:find(except)) then
          found[#found + 1] = ("%s:%d: %s"):format(path, number, line)
        end
      end
    end
  end
  return table.concat(found, "\n")
end

-- The lines where a function of these names is called.
local function calls(paths, names)
  local patterns = {}
  for name in names:gmatch "%S+" do
    patterns[#patterns + 1] = "^" .. name .. "%s*%("
    patterns[#patterns + 1] = "[^%w_.>]" .. name .. "%s*%("
  end
  return lines_with(paths, patterns)
end

describe("csrc/core", function()
  for _, path in ipairs(core) do
    local name = path:match "ys_([%w_]+)%.[ch]$"
    name = part_of[name] or name

    it("includes only what is before it in the order: " .. path, function()
      assert.is_number(rank[name], path .. " is not in the order")
      for line in io.lines(path) do
        local header = line:match '^%s*#%s*include%s+"ys_([%w_]+)%.h"'
        local target = part_of[header] or header
        if target and target ~= name then
          assert.is_number(rank[target], "ys_" .. header .. ".h is not in the order")
          assert.is_true(rank[target] < rank[name],
            path .. " may not include ys_" .. header .. ".h")
        end
      end
    end)
  end

  it("knows nothing of Lua", function()
    assert.equal("", lines_with(core, { '#%s*include%s*[<"]lua', "lauxlib", "lua_State" }))
  end)

  it("knows libyaml in one place", function()
    assert.equal("", lines_with(core, { "#%s*include%s*<yaml" }, "ys_stream"))
  end)

  it("knows PCRE2 in one place", function()
    assert.equal("", lines_with(core, { "#%s*include%s*<pcre2" }, "ys_regexp%.c"))
  end)

  it("takes its memory from the caller's allocator", function()
    assert.equal("", calls(core, "malloc calloc realloc free strdup strndup"))
  end)

  it("does not depend on the locale", function()
    assert.equal("", calls(core, [[strtod strtof strtol strtoul strtoll strtoull atof atoi atol
      sprintf snprintf printf sscanf setlocale strcoll isalpha isdigit isalnum isspace isupper
      islower isprint tolower toupper]]))
  end)

  it("always returns", function()
    assert.equal("", calls(core, "abort exit longjmp assert"))
  end)
end)

describe("csrc/lua", function()
  it("looks at Lua's version in one place", function()
    local binding = files "csrc/lua/*.[ch]"
    assert.equal("", lines_with(binding, { "LUA_VERSION_NUM" }, "ysl_compat%.h$"))
  end)
end)
