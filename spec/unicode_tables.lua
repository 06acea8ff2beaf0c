-- Writes the tables of the core that are made from Unicode's data (Debian's package unicode-data):
--
--   lua5.4 spec/unicode_tables.lua [FOLDER]
--
-- FOLDER is /usr/share/unicode unless it is given. The tables are a part of the sources, so a build does not need the
-- data, and gives the same verdicts wherever it is made.

local folder = arg[1] or "/usr/share/unicode"

local function lines_of(name)
  local lines = {}
  for line in assert(io.lines(folder .. "/" .. name)) do
    line = line:gsub("%s*#.*$", "") -- comments
    if line ~= "" then lines[#lines + 1] = line end
  end
  return lines
end

-- Writes a header of the core.
local function write(path, comment, body)
  local file = assert(io.open("csrc/core/" .. path, "w"))
  file:write(("#pragma once\n\n/* core/%s - %s\n * Made by spec/unicode_tables.lua. */\n\n%s")
    :format(path, comment, body))
  file:close()
end

-- ---- names of scripts ---------------------------------------------------------------

-- The words as lines of a C string with a blank around each word.
local function c_words(words)
  local lines, line = {}, " "
  for _, word in ipairs(words) do
    if #line + #word > 70 then lines[#lines + 1], line = ('    "%s"'):format(line), "" end
    line = line .. word .. " "
  end
  lines[#lines + 1] = ('    "%s"'):format(line)
  return table.concat(lines, "\n")
end

local function script_names()
  local words = {}
  for _, line in ipairs(lines_of "PropertyValueAliases.txt") do
    local rest = line:match "^sc ;%s*(.*)$"
    for word in (rest or ""):gmatch "[%w_]+" do
      if word ~= words[#words] and word ~= "Katakana_Or_Hiragana" and word ~= "Hrkt" then words[#words + 1] = word end
    end
  end
  write("pattern/script_names.h", "The names of Unicode's scripts.",
    "static const char ys_script_names[] =\n" .. c_words(words) .. ";\n")
end

-- ---- international host names (RFC 5892) --------------------------------------------

local LAST = 0x10FFFF

-- Calls a function for each row of a file of properties: the first and the last code point, and the fields.
local function each_range(name, act)
  for _, line in ipairs(lines_of(name)) do
    local first, last, fields = line:match "^(%x+)%.%.(%x+)%s*;%s*(.*)$"
    if not first then first, fields = line:match "^(%x+)%s*;%s*(.*)$" end
    first, last = tonumber(first, 16), tonumber(last or first, 16)
    act(first, last, fields)
  end
end

-- Returns the code points of the rows whose fields are listed, each with its field.
local function property(name, ...)
  local wanted, set = {}, {}
  for _, word in ipairs { ... } do wanted[word] = true end
  each_range(name, function(first, last, fields)
    if wanted[fields] then
      for code = first, last do set[code] = fields end
    end
  end)
  return set
end

-- Reads UnicodeData.txt: category, combining class, bidirectional class and canonical decomposition.
local function characters()
  local all, first = {}, nil
  for _, line in ipairs(lines_of "UnicodeData.txt") do
    local code, name, category, class, bidi, decomposition = line:match "^(%x+);([^;]*);(%w+);(%d+);(%w+);([^;]*);"
    code = tonumber(code, 16)
    local row = { category = category, class = tonumber(class), bidi = bidi,
      pair = decomposition:match "^(%x+ %x+)$" }
    for number = name:find "Last>$" and first or code, code do all[number] = row end
    first = code
  end
  return all
end

local exceptions = {}
for _, code in ipairs { 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007 } do exceptions[code] = "valid" end
for _, code in ipairs { 0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB } do exceptions[code] = "context" end
for code = 0x660, 0x669 do exceptions[code], exceptions[code + 0x90] = "context", "context" end
for _, code in ipairs { 0x640, 0x7FA, 0x302E, 0x302F, 0x3031, 0x3032, 0x3033, 0x3034, 0x3035, 0x303B } do
  exceptions[code] = "disallowed"
end

local letter_digits = { Ll = true, Lu = true, Lo = true, Nd = true, Lm = true, Mn = true, Mc = true }

-- Returns the function that gives the derived property of a code point.
local function derivation(all)
  local jamo = property("HangulSyllableType.txt", "L", "V", "T")
  local unstable = property("DerivedNormalizationProps.txt", "Changes_When_NFKC_Casefolded")
  local ignorable = property("DerivedCoreProperties.txt", "Default_Ignorable_Code_Point")
  local others = property("PropList.txt", "White_Space", "Noncharacter_Code_Point")
  local joins = property("PropList.txt", "Join_Control")
  local blocks = property("Blocks.txt", "Combining Diacritical Marks for Symbols", "Musical Symbols",
    "Ancient Greek Musical Notation")
  return function(code)
    if exceptions[code] then return exceptions[code] end
    if not all[code] then return "disallowed" end
    if code == 0x2D or joins[code] then return joins[code] and "context" or "valid" end
    if jamo[code] or unstable[code] or ignorable[code] or others[code] or blocks[code] then return "disallowed" end
    return letter_digits[all[code].category] and "valid" or "disallowed"
  end
end

local bidi_names = { "L", "R", "AL", "AN", "EN", "ES", "CS", "ET", "ON", "BN", "NSM" }

-- Writes the values of an array, as many on a line as fit.
local function c_array(declaration, pattern, values)
  local lines, line = { ("static const %s[] = {"):format(declaration) }, "   "
  for _, value in ipairs(values) do
    local text = " " .. pattern:format(value) .. ","
    if #line + #text > 80 then lines[#lines + 1], line = line, "   " end
    line = line .. text
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n") .. "};\n"
end

-- The pairs that a normalized text (NFC) has not beside each other, if both may be in a label.
local function pairs_of(all, derived)
  local excluded = property("DerivedNormalizationProps.txt", "Full_Composition_Exclusion")
  local list = {}
  for code = 0, LAST do
    local pair = all[code] and not excluded[code] and all[code].pair
    local first, second = (pair or ""):match "^(%x+) (%x+)$"
    if first then
      first, second = tonumber(first, 16), tonumber(second, 16)
      if derived(first) ~= "disallowed" and derived(second) ~= "disallowed" then
        list[#list + 1] = first << 24 | second
      end
    end
  end
  table.sort(list)
  return list
end

-- The runs of code points of one kind, which are beside each other or two apart: the kinds, the rows of the runs, and
-- the place of the kind of each row.
local function runs_of(kind_of)
  local kinds, numbers, rows, row_kinds = {}, {}, {}, {}
  local code = 0
  while code <= LAST do
    local kind = kind_of(code)
    local step = kind_of(code + 1) == kind and 1 or kind_of(code + 1) == 0 and kind_of(code + 2) == kind and 2 or 1
    local count = 1
    while count < 1024 and kind_of(code + count * step) == kind
      and (step == 1 or kind_of(code + count * step - 1) == 0) do count = count + 1 end
    if kind ~= 0 then
      if not numbers[kind] then
        kinds[#kinds + 1] = kind
        numbers[kind] = #kinds - 1
      end
      rows[#rows + 1], row_kinds[#row_kinds + 1] = code << 11 | (step - 1) << 10 | count - 1, numbers[kind]
    end
    code = code + (count - 1) * step + 1
  end
  return kinds, rows, row_kinds
end

local function idn_table()
  local all = characters()
  local derived = derivation(all)
  local scripts = property("Scripts.txt", "Greek", "Hebrew", "Hiragana", "Katakana", "Han")
  local script_numbers = { Greek = 1, Hebrew = 2, Hiragana = 3, Katakana = 3, Han = 3 }
  local joining = property("extracted/DerivedJoiningType.txt", "L", "R", "D", "T")
  local joining_numbers = { L = 1, R = 2, D = 3, T = 4 }
  local bidi_numbers = {}
  for i, name in ipairs(bidi_names) do bidi_numbers[name] = i end
  -- The kind of a code point: 0 if it is in no label.
  local function kind_of(code)
    local state = code <= LAST and derived(code) or "disallowed"
    if state == "disallowed" then return 0 end
    local row = all[code]
    local number = state == "context" and 2 or 1
    number = number | (row.category:find "^M" and 1 or 0) << 2 | (script_numbers[scripts[code]] or 0) << 3
    return number | (joining_numbers[joining[code]] or 0) << 5 | bidi_numbers[row.bidi] << 8 | row.class << 12
  end
  local kinds, rows, row_kinds = runs_of(kind_of)
  assert(#kinds <= 256)
  write("format/idn_table.h", "Code points of international labels (RFC 5892).",
    "/* clang-format off */\n\n"
    .. "/* Each run: its first code point, times 2048, plus 1024 if it has only each\n"
    .. " * second one (a small letter follows a capital one), and its length less 1. */\n"
    .. c_array("uint32_t ys_idn_runs", "0x%x", rows)
    .. "\n/* The kind of each run, as an index of ys_idn_kinds. */\n"
    .. c_array("uint8_t ys_idn_run_kinds", "%d", row_kinds)
    .. "\n/* The kinds, as core/format/idn.c reads them. */\n"
    .. c_array("uint32_t ys_idn_kinds", "0x%x", kinds)
    .. "\n/* The pairs that Unicode composes: the first one, times 2^24, and the second\n * one. */\n"
    .. c_array("uint64_t ys_idn_pairs", "0x%x", pairs_of(all, derived)))
end

script_names()
idn_table()
