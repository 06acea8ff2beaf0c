--- Adds colours to texts for people: reports, and results of commands.
--
-- Lines are recognised by the layout of the text. Texts from outside cannot imitate it: they are escaped
-- there, and their further lines are indented deeper than any label.
--
-- @module yschema.report.colour

local colour = {}

local concat, find, ipairs, type = table.concat, string.find, ipairs, type

local RESET = "\27[0m"

local function paint(code, text) return "\27[" .. code .. "m" .. text .. RESET end

local RED, GREEN, YELLOW, BLUE, CYAN, BOLD = "1;31", "32", "1;33", "34", "36", "1"

-- Each pattern has two captures, of which the first is coloured.
local rules = {
  { "^( *%d* |)(.*)$", BLUE },             -- an excerpt
  { "^(    = found:)(.*)$", RED },
  { "^(    = expected:)(.*)$", GREEN },
  { "^(    = hint:)(.*)$", CYAN },
  { "^(    = fix:)(.*)$", CYAN },
  { "^(    = rule:)(.*)$", GREEN },
  { "^(    = schema:)(.*)$", GREEN },
  { "^(    = default:)(.*)$", GREEN },
  { "^(    = also at:)(.*)$", CYAN },
  { "^(      also at:)(.*)$", CYAN },
  { "^(      found:)(.*)$", RED },
  { "^(    %- must be:)(.*)$", GREEN },
  { "^(yschema: Error:)(.*)$", RED },
  { "^(=+)()$", RED },
}

-- The row below a line of an excerpt. Its mark has another colour than the rest.
local MARK = "^( +|)( +)(%^+)(.*)$"

local function painted(line, next_line)
  local _, _, gutter, blanks, mark, note = find(line, MARK)
  if gutter then
    return paint(BLUE, gutter) .. blanks .. paint(RED, mark) .. (note == "" and "" or paint(CYAN, note))
  end
  if next_line and find(next_line, "^===+$") then return paint(RED, line) end
  for _, rule in ipairs(rules) do
    local _, _, head, rest = find(line, rule[1])
    if head then return paint(rule[2], head) .. (type(rest) == "string" and rest or "") end
  end
  local _, last = find(line, "^.-:%d+:%d+: warning%[.-%]:")
  if last or find(line, "^.-: error%[.-%]:") then
    local place, severity, rest = line:match "^(.-: )(%l+%[.-%]:)(.*)$"
    return paint(BOLD, place) .. paint(last and YELLOW or RED, severity) .. rest
  end
  _, last = find(line, "^.-:%d+: warning:")
  if not last then _, last = find(line, "^warning:") end
  if last then return paint(YELLOW, line:sub(1, last)) .. line:sub(last + 1) end
  _, last = find(line, "^[^ ].-:%d+:%d+:")             -- the place of a violation in the input
  if last then return paint(BOLD, line:sub(1, last)) .. line:sub(last + 1) end
  if find(line, "^[^ ].*:$") then return paint(BOLD, line) end
  return line
end

-- Paints each line by `paint_line(line, next_line)`.
local function painted_lines(text, paint_line)
  if text == "" then return "" end
  local lines, out = {}, {}
  for line in (text:gsub("\n$", "") .. "\n"):gmatch "(.-)\n" do lines[#lines + 1] = line end
  for i, line in ipairs(lines) do out[i] = paint_line(line, lines[i + 1]) end
  return concat(out, "\n") .. (text:sub(-1) == "\n" and "\n" or "")
end

--- Returns the text of a report with colours.
---@param text string
---@return string
function colour.text(text) return painted_lines(text, painted) end

-- The results of commands: pairs of captures, as above, for each layout.
local results = {
  changes = {
    { "^(    =)(.*)$", RED }, { "^(%d+ changes?:.*)()$", BOLD },
    { "^(no changes)(.*)$", GREEN },
  },
  patch = {
    { "^(%-%-%- .*)()$", BOLD }, { "^(%+%+%+ .*)()$", BOLD }, { "^(@@.*)()$", CYAN }, { "^(%-.*)()$", RED },
    { "^(%+.*)()$", GREEN },
  },
  fleet = {
    { "^(.-: no node is alive)(.*)$", YELLOW }, { "^(.*%f[%w]refused?s?%f[%W].*)()$", RED },
    { "^(.*%f[%w]serves?%f[%W] it.*)()$", GREEN }, { "^(.*%f[%w]up to date%f[%W].*)()$", GREEN },
  },
}

local VERDICTS = { breaking = RED, unknown = YELLOW, result = YELLOW, safe = GREEN, docs = CYAN }

-- Colours the first line about a change as that of a violation, or returns nil.
local function change(line)
  local place, verdict, rule, rest = line:match "^(%S.-:%d+:%d+: )(%l+)(%[[%w-]+%]:)(.*)$"
  local code = VERDICTS[verdict or ""]
  return code and paint(BOLD, place) .. paint(code, verdict .. rule) .. rest
end

--- Returns the result of a command with colours.
---@param text string
---@param layout "changes"|"patch"|"fleet" `changes` of schemas, a `patch` of files, or what a `fleet` does
---@return string
function colour.result(text, layout)
  local rows = results[layout]
  return painted_lines(text, function(line)
    local heading = layout == "changes" and change(line)
    if heading then return heading end
    for _, row in ipairs(rows) do
      local head, rest = line:match(row[1])
      if head then return paint(row[2], head) .. (type(rest) == "string" and rest or "") end
    end
    return line
  end)
end

--- Decides whether to colour the text for a stream.
---@param when "auto"|"always"|"never"
---@param is_terminal boolean
---@param environment fun(name: string): string? reads an environment variable, as os.getenv does
---@return boolean
function colour.wanted(when, is_terminal, environment)
  if when ~= "auto" then return when == "always" end
  local refused = environment "NO_COLOR"
  if refused and refused ~= "" then return false end
  return is_terminal and environment "TERM" ~= "dumb"
end

return colour
