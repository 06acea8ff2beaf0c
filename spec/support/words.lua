--- The glossary: words that the pages, the code and the tests do not use, and what is said in their place.
--
-- A word is looked for in comments, strings and names alike: names are taken apart at `_` and at capital letters,
-- so that `value_told` has `told`, and `default` has no `fault`. A phrase may continue on the next line.

local command = require "spec.support.command"

local words = {}

-- Words in all their forms, and what to write.
local single = {
  ["fault faults faulty"] = "violation (data), error (what stops a run), problem (a file), bug",
  ["judge judges judged judging judgement"] = "validate (a value), check (files)",
  ["tell tells told telling teller"] = "report, print, show, say, distinguish",
  ["mend mends mended mending"] = "repair, fix, fill in",
  ["nobody somebody whoever"] = "the passive voice, or a role: the user, the caller",
  ["history histories trail trails"] = "provenance, origin",
  ["weave weaves wove woven weaving"] = "template instantiation, instantiate",
  ["joints graft grafts grafted"] = "edit, copy",
  ["secret secrets secrecy conceal conceals concealed concealing hidden"] =
    "sensitive (the property), mask (the action)",
  ["stray strays misuse misused misuses"] = "invalid argument",
  ["hasty hastily"] = "limited",
  ["twins"] = "duplicate node name",
  ["shelf shelves"] = "schema cache",
  ["behind"] = "after",
}

-- Phrases, as Lua patterns on a text in lower case.
local phrases = {
  ["pass[es]*ed over"] = "skipped", ["pass[es]* over"] = "skip", ["passing over"] = "skipping",
  ["ha[sve]+ to be given"] = "is required",
  ["has the last word"] = "wins",
  ["%f[%w]in itself"] = "recursive",
  ["in the net%f[%W]"] = "on the network",
  ["time is over"] = "timed out",
  ["values? ha[sve]+ come"] = "were added", ["values? ha[sve]+ gone"] = "were removed",
  ["sorts? of value"] = "kind, type",
  ["in hand%f[%W]"] = "current",
  ["by leave%f[%W]"] = "permission", ["what leave%f[%W]"] = "permission", ["without leave%f[%W]"] = "permission",
  ["%f[%w]is well%f[^%w-]"] = "valid", ["%f[%w]are well%f[^%w-]"] = "valid", ["%f[%w]be well%f[^%w-]"] = "valid",
  ["hides? sensitive"] = "mask", ["hides? the values?"] = "mask", ["hides? values"] = "mask",
  ["take_old"] = "apply_renames",
  ["%f[%w]wrong values?%f[%W]"] = "invalid", ["%f[%w]wrong documents?%f[%W]"] = "invalid",
  ["%f[%w]wrong files?%f[%W]"] = "invalid", ["%f[%w]wrong verdicts?%f[%W]"] = "a verdict that differs",
  -- what is left of "at fault"
  ["%f[%w]at violations?%f[%W]"] = "invalid, with violations", ["%f[%w]at errors?%f[%W]"] = "invalid",
  ["violations? of security"] = "vulnerability",
}

-- Lines that may have one of these words. Patterns on a line of a file; the third is a pattern of the names of
-- the files where it is allowed.
local allowed = {
  { "[Cc]onf:fault%(", "the name of a public function" }, { "`tell`", "the name of a public option" },
  { "kind: Secret", "Kubernetes' word" }, { "Secrets?%f[%W]", "Kubernetes' word" },
  { "[-/]secrets?", "data" }, { "secrets?[-:/]", "data, such as a key of Compose" },
  { "history of the repository", "that of git" },
  { "[Ll][Oo][Oo][Kk]%-?[Bb][Ee][Hh][Ii][Nn][Dd]s?", "of regular expressions" },
  { "left behind", "an idiom" },
  { "Mende?%f[ ]", "a script of Unicode", "script_names" }, { "%[hidden%]", "HTML" }, { "%.hidden", "HTML" },
  { "is_hidden%(name%)", "of a file whose name begins with a dot" }, { "is_hidden%(part", "likewise" },
  { "WORD%(\"hidden\"", "what users may write by mistake" }, { "WORD%(\"secret\"", "likewise" },
  { "history", "a field of the fleet's pointer: former publications", "^lua/yschema/fleet/" },
  { "history", "likewise", "^spec/fleet/" }, { "history", "likewise", "^examples/fleet/" },
  { "history%.replaceState", "of browsers" }, { "its key was `history` before", "the name in older versions" },
  { " hidden>", "HTML" }, { "%* hidden'", "HTML" }, { ":hidden%(true%)", "of argparse" },
  { "[.:]fault%(", "the public function `conf:fault()`" }, { "Conf:fault", "likewise" },
  { "fault = {}", "likewise", "^spec/resty/" }, { '"fault"', "likewise, as text", "^lua/resty/" },
  { '"fault"', "likewise, as text", "^spec/resty/" },
  { "request%.tell", "the public option `tell` of check_files" }, { "tell = [f\"]", "likewise" },
  { "tell%? fun", "likewise" }, { "tell = 1", "likewise", "^spec/yschema/" },
  { "secret", "a key of configurations", "^lua/yschema/inference/credentials%.lua$" },
  { "[.]secrets", "a section of APISIX", "^lua/yschema/importing/apisix%.lua$" },
  { "SECRET", "a part of keys of age", "^lua/yschema/inference/credentials%.lua$" },
  { "secret", "data of examples", "^examples/alertmanager/" }, { "secret", "that of Compose", "^examples/compose/" },
  { "[\"{]%s?\"?secret\"?[,\"]", "data of tests", "^spec/" }, { "secret = 1", "data of tests", "^spec/" },
  { "[%.]secret", "data of tests", "^spec/" }, { "awsSecretAccessKey", "a key of configurations" },
  { "secret = \"@?s", "what users may write by mistake", "^spec/yschema/commands/familiar_words_spec" },
  { "_hidden", "a name in code of a test", "^spec/code/" },
  { "secrets?", "a key of other programs", "^spec/packs/" }, { "_history", "likewise", "^spec/packs/" },
}

-- Files that list the words, or were written by others.
local foreign = {
  "^spec/packs/apisix/", -- names of settings and functions of APISIX
  "^spec/support/words%.lua$", "^spec/words_spec%.lua$", "/others/", "^spec/fixtures/", "^spec/cases/",
  "^rocks/LICENSE$",
}

local meant = {} -- what to write for a word
for forms, better in pairs(single) do
  for word in forms:gmatch "%a+" do meant[word] = better end
end

local function is_foreign(name)
  for _, pattern in ipairs(foreign) do
    if name:find(pattern) then return true end
  end
  return false
end

local function without_signs(line) return (line:gsub("^%s*%-%-+", " "):gsub("^%s*[*#/]+", " ")) end

-- A line without what is allowed, and without the signs of a comment.
local function cleaned(name, line)
  for _, entry in ipairs(allowed) do
    if not entry[3] or name:find(entry[3]) then line = line:gsub(entry[1], " ") end
  end
  return without_signs(line)
end

-- The words of a line: names fall into their parts.
local function parts(line)
  return line:gsub("(%l)(%u)", "%1 %2"):lower():gmatch "%a+"
end

-- The lines of a text; what fences of pages hold is data, or is printed by code that is checked by itself.
local function lines_of(name, text)
  local lines, fenced = {}, false
  for line in (text .. "\n"):gmatch "([^\n]*)\n" do
    local fence = name:find "%.md$" and line:find "^```" ~= nil
    if fence then fenced = not fenced end
    lines[#lines + 1] = (fenced or fence) and "" or line
  end
  return lines
end

local function has_word(line)
  for word in parts(line) do
    if meant[word] then return true end
  end
  return false
end

-- The phrases that are anywhere in a text, allowed or not: nearly always none, so that few lines are looked at closely.
local function phrases_in(lines)
  local all, found = {}, {}
  for i, line in ipairs(lines) do all[i] = without_signs(line) end
  local joined = table.concat(all, " "):lower():gsub("%s+", " ")
  for pattern in pairs(phrases) do
    if joined:find(pattern) then found[#found + 1] = pattern end
  end
  return found
end

--- The findings in a text, as `name:line: word -> what to write`.
---@param name string the file's name
---@param text string
---@return string[]
function words.findings(name, text)
  local found, lines = {}, lines_of(name, text)
  local likely = phrases_in(lines)
  local before = "" -- the end of the line before, for phrases
  for number, line in ipairs(lines) do
    local function add(word, better) found[#found + 1] = ("%s:%d: %s -> %s"):format(name, number, word, better) end
    if likely[1] or has_word(line) then
      line = cleaned(name, line)
      for word in parts(line) do
        if meant[word] then add(word, meant[word]) end
      end
    end
    if likely[1] then
      local both = (before .. " " .. line):lower():gsub("%s+", " ")
      for _, pattern in ipairs(likely) do
        local _, last = both:find(pattern)
        if last and last > #before then add(both:match(pattern), phrases[pattern]) end
      end
      before = line:lower():gsub("%s+", " "):sub(-40)
    end
  end
  return found
end

--- The files below some folders that are looked at, sorted.
---@param folders string folders and files, with blanks between them
---@return string[]
function words.files(folders)
  local files = {}
  for _, name in ipairs(command.output(("cd %s && find %s -type f | LC_ALL=C sort"):format(
    command.quote(command.root), folders))) do
    local kind = name:match "%.(%w+)$"
    local is_text = not kind or ("md c h lua sh cmake gdb rockspec conf"):find("%f[%w]" .. kind .. "%f[%W]")
      or name:find "^%.github/" or name:find "^%.%a"
    if is_text and not is_foreign(name) then files[#files + 1] = name end
  end
  return files
end

--- The findings in all files below some folders, and in the names of these files.
---@param folders string
---@return string[]
function words.all(folders)
  local found = {}
  for _, name in ipairs(words.files(folders)) do
    for word in parts(name) do
      if meant[word] then found[#found + 1] = ("%s: %s -> %s"):format(name, word, meant[word]) end
    end
    for _, line in ipairs(words.findings(name, command.read(command.root .. "/" .. name) or "")) do
      found[#found + 1] = line
    end
  end
  return found
end

return words
