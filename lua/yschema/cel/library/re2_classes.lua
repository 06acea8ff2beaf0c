--- Reads the classes and the escapes of RE2's regular expressions, and writes them for PCRE2.
--
-- @module yschema.cel.library.re2_classes

local core = require "yschema.core"
local texts = require "yschema.cel.values.texts"

local classes = {}

local find, format, gmatch, match, sub = string.find, string.format, string.gmatch, string.match, string.sub
local tonumber = tonumber

--- Throws the problem of a pattern. (Set by the parser.)
---@type fun(problem: string)
classes.refuse = error
local function refuse(problem) classes.refuse(problem) end

local function words_of(text)
  local set = {}
  for word in gmatch(text, "%S+") do set[word] = true end
  return set
end

-- The names of Unicode's categories and scripts that Go has. A name of PCRE2 that is not among them is refused.
local categories = words_of [[
  Cc Cf Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs
]]
local scripts = words_of [[
  Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali Bhaiksuki Bopomofo
  Brahmi Braille Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham Cherokee Chorasmian Common
  Coptic Cuneiform Cypriot Cypro_Minoan Cyrillic Deseret Devanagari Dives_Akuru Dogra Duployan Egyptian_Hieroglyphs
  Elbasan Elymaic Ethiopic Georgian Glagolitic Gothic Grantha Greek Gujarati Gunjala_Gondi Gurmukhi Han Hangul
  Hanifi_Rohingya Hanunoo Hatran Hebrew Hiragana Imperial_Aramaic Inherited Inscriptional_Pahlavi
  Inscriptional_Parthian Javanese Kaithi Kannada Katakana Kawi Kayah_Li Kharoshthi Khitan_Small_Script Khmer Khojki
  Khudawadi Lao Latin Lepcha Limbu Linear_A Linear_B Lisu Lycian Lydian Mahajani Makasar Malayalam Mandaic Manichaean
  Marchen Masaram_Gondi Medefaidrin Meetei_Mayek Mende_Kikakui Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi
  Mongolian Mro Multani Myanmar Nabataean Nag_Mundari Nandinagari New_Tai_Lue Newa Nko Nushu Nyiakeng_Puachue_Hmong
  Ogham Ol_Chiki Old_Hungarian Old_Italic Old_North_Arabian Old_Permic Old_Persian Old_Sogdian Old_South_Arabian
  Old_Turkic Old_Uyghur Oriya Osage Osmanya Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi
  Rejang Runic Samaritan Saurashtra Sharada Shavian Siddham SignWriting Sinhala Sogdian Sora_Sompeng Soyombo Sundanese
  Syloti_Nagri Syriac Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tamil Tangsa Tangut Telugu Thaana Thai Tibetan
  Tifinagh Tirhuta Toto Ugaritic Vai Vithkuqi Wancho Warang_Citi Yezidi Yi Zanabazar_Square
]]

-- The characters of POSIX' classes, as pairs of the first and the last code of a range.
local posix = {
  alnum = { 48, 57, 65, 90, 97, 122 }, alpha = { 65, 90, 97, 122 }, ascii = { 0, 127 }, blank = { 9, 9, 32, 32 },
  cntrl = { 0, 31, 127, 127 }, digit = { 48, 57 }, graph = { 33, 126 }, lower = { 97, 122 }, print = { 32, 126 },
  punct = { 33, 47, 58, 64, 91, 96, 123, 126 }, space = { 9, 13, 32, 32 }, upper = { 65, 90 },
  word = { 48, 57, 65, 90, 95, 95, 97, 122 }, xdigit = { 48, 57, 65, 70, 97, 102 },
}

-- Those of \d, \s and \w. In contrast to PCRE2's, \s has no vertical tab.
local perl = { d = posix.digit, s = { 9, 10, 12, 13, 32, 32 }, w = posix.word }

-- Letters outside of ASCII that equal k and s when case does not matter.
local long_s, kelvin = 0x17F, 0x212A

-- Returns all ranges between some ranges.
local function others(ranges, without_folded)
  local out, from = {}, 0
  local function add(first, last)
    if first > from then
      out[#out + 1] = from
      out[#out + 1] = first - 1
    end
    from = last + 1
  end
  for i = 1, #ranges, 2 do add(ranges[i], ranges[i + 1]) end
  if without_folded then
    add(long_s, long_s)
    add(kelvin, kelvin)
  end
  add(0x110000, 0x110000)
  return out
end

-- Writes ranges as a part of a class. PCRE2's own classes such as \W lack characters when they stand beside others.
local function of_ranges(ranges)
  local out = {}
  for i = 1, #ranges, 2 do out[#out + 1] = format("\\x{%x}-\\x{%x}", ranges[i], ranges[i + 1]) end
  return table.concat(out)
end

-- Writes a class with ASCII's characters, or with all others.
local function ascii_set(ranges, is_inverted, ignores_case)
  if not is_inverted then return of_ranges(ranges) end
  local has_letters = false
  for i = 1, #ranges, 2 do has_letters = has_letters or ranges[i] <= 107 and ranges[i + 1] >= 107 end
  return of_ranges(others(ranges, ignores_case and has_letters))
end

-- Newer versions of PCRE2 need a prefix for what older ones take a name of a script for.
local script_prefix

local function property(letter, name, ignores_case)
  local inverted
  inverted, name = match(name, "^(%^?)(.*)$")
  local sign = (letter == "P") ~= (inverted == "^") and "P" or "p"
  if ignores_case and (name == "Lu" or name == "Ll" or name == "Lt") then return format("\\%s{L&}", sign) end
  if name == "Any" or categories[name] then return format("\\%s{%s}", sign, name) end
  if not scripts[name] then refuse(format("invalid character class range: \\%s{%s%s}", letter, inverted, name)) end
  if not script_prefix then
    local is_known = core.matches("\\p{sc:Greek}", "")
    script_prefix = is_known and "sc:" or ""
  end
  return format("\\%s{%s%s}", sign, script_prefix, name)
end

--- Reads a set that an escape stands for: \d, \pN or \p{Greek}.
---@param pattern string
---@param at integer
---@param ignores_case? boolean
---@return string? set what stands between the brackets of a class; nil: there is none
---@return integer? after
function classes.set_at(pattern, at, ignores_case)
  local letter = match(pattern, "^\\(.)", at)
  local ranges = letter and perl[string.lower(letter)]
  if ranges then return ascii_set(ranges, letter ~= string.lower(letter), ignores_case), at + 2 end
  if letter ~= "p" and letter ~= "P" then return nil end
  local name, after = match(pattern, "^{([^}]*)}()", at + 2)
  if not name then
    name, after = match(pattern, "^([^{])()", at + 2)
    if not name then refuse "invalid character class range: \\p" end
  end
  return property(letter, name, ignores_case), after
end

local escapes = { a = 7, f = 12, n = 10, r = 13, t = 9, v = 11 }

--- Reads an escape that stands for one character.
---@param pattern string
---@param at integer
---@return integer code
---@return integer after
function classes.escape_at(pattern, at)
  local letter = sub(pattern, at + 1, at + 1)
  if letter == "" then refuse "trailing backslash at end of expression" end
  if escapes[letter] then return escapes[letter], at + 2 end
  if find(letter, "^[%p ]") or find(letter, "^%c") then return letter:byte(), at + 2 end
  local digits, after = match(pattern, "^(0[0-7]?[0-7]?)()", at + 1)
  if not digits then digits, after = match(pattern, "^([1-7][0-7][0-7]?)()", at + 1) end
  if digits then return tonumber(digits, 8), after end
  local hex
  hex, after = match(pattern, "^x(%x%x)()", at + 1)
  if not hex then hex, after = match(pattern, "^x{(%x+)}()", at + 1) end
  local code = hex and #hex < 10 and tonumber(hex, 16)
  if not code or code > 0x10FFFF then
    refuse("invalid escape sequence: " .. match(pattern, "^\\[^\128-\191]?[\128-\191]*", at))
  end
  return code, after
end

--- Writes a character for PCRE2, inside or outside of a class.
---@param code integer
---@return string
function classes.of_code(code)
  if code >= 0xD800 and code <= 0xDFFF then refuse "a surrogate is no character" end
  if code < 128 and find(string.char(code), "^%w") then return string.char(code) end
  return format("\\x{%x}", code)
end

--- Writes a character that stands for itself.
---@param c string in UTF-8
---@return string
function classes.literal(c)
  if #c == 1 then return find(c, "^%w") and c or format("\\x{%x}", c:byte()) end
  return c
end

-- Reads one character of a class.
local function character_at(pattern, at)
  if sub(pattern, at, at) == "\\" then return classes.escape_at(pattern, at) end
  local c, after = match(pattern, "^([^\128-\191][\128-\191]*)()", at)
  if not c then refuse "missing closing ]" end
  return texts.code(c), after
end

-- Reads a character or a range of characters of a class.
local function range_at(pattern, at)
  local low, after = character_at(pattern, at)
  if not find(pattern, "^%-[^%]]", after) then
    if find(pattern, "^%-$", after) then refuse "missing closing ]" end
    return classes.of_code(low), after
  end
  local high
  high, after = character_at(pattern, after + 1)
  if high < low then refuse("invalid character class range: " .. sub(pattern, at, after - 1)) end
  -- PCRE2 takes no surrogates, not even as the ends of ranges.
  if low >= 0xD800 and low <= 0xDFFF then low = 0xE000 end
  if high >= 0xD800 and high <= 0xDFFF then high = 0xD7FF end
  if high < low then return "", after end
  return classes.of_code(low) .. "-" .. classes.of_code(high), after
end

--- Reads a class in brackets.
---@param pattern string
---@param at integer
---@param ignores_case? boolean
---@return string class for PCRE2
---@return integer after
function classes.class_at(pattern, at, ignores_case)
  local parts, negation = {}, match(pattern, "^%[(%^?)", at)
  at = at + 1 + #negation
  local is_first = true
  while is_first or sub(pattern, at, at) ~= "]" do
    is_first = false
    local text, after
    local name = match(pattern, "^%[:(.-):%]", at)
    if name then
      local inverted, plain = match(name, "^(%^?)(.*)$")
      if not posix[plain] then refuse("invalid character class range: [:" .. name .. ":]") end
      text, after = ascii_set(posix[plain], inverted == "^", ignores_case), at + #name + 4
    else
      text, after = classes.set_at(pattern, at, ignores_case)
      if not text then text, after = range_at(pattern, at) end
    end
    parts[#parts + 1], at = text, after
  end
  return "[" .. negation .. table.concat(parts) .. "]", at + 1
end

return classes
