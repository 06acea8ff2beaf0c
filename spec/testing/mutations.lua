-- Compares what `yschema test --coverage` says about the tests of schemas with what these tests say about schemas whose
-- texts were changed: a change that is not covered must pass all tests, and one that is covered must fail one.
--
--   lua5.4 spec/testing/mutations.lua [-v] [FILE.schema-test.yml | PAGE.md]...
--
-- The schemas of a page get the tests that `yschema test --write` proposes: first all of them, then every second one.

local command = require "spec.support.command"
local folders = require "spec.support.folder"
local text_changes = require "spec.testing.text_changes"
local yschema = require "yschema"

local mutations = {}

-- Copies the files of a folder.
local function copy_of(folder)
  local copy = folders.make()
  for _, path in ipairs(command.output("cd " .. command.quote(folder) .. " && find . -type f")) do
    folders.write(copy, path:sub(3), assert(command.read(folder .. "/" .. path)))
  end
  return copy
end

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

-- Runs the tests with a changed schema. Returns "passes", "fails", or "invalid" if there is no schema any more.
local function outcome(tests, options, schema, text)
  write(schema, text)
  local ok, about, results = yschema.test({ files = tests }, options)
  if not results or about.status == 2 then return "invalid" end
  return ok and "passes" or "fails"
end

-- Whether the change of a point in the text would be another one: a key that is removed has no default any more, which
-- a test may expect.
local function is_other(point, points)
  if point.change ~= "unknown" or point.covered then return false end
  for _, other in ipairs(points) do
    if other.path == point.path and other.change == "null-default" and other.covered then return true end
  end
end

--- Compares the coverage of a test file with the changes in texts.
---@param path string of the test file
---@param options? { env: table?, each: integer? } `each`: only each n-th change is made
---@return table counts
function mutations.compare(path, options)
  options = options or {}
  local folder, name = path:match "^(.*)/([^/]*)$"
  local copy = copy_of(folder)
  local tests, settings = copy .. "/" .. name, { env = options.env }
  local ok, about, results = yschema.test({ files = tests, coverage = true }, settings)
  assert(ok, tostring(about))
  local counts = { points = 0, made = 0, invalid = 0, agree = 0, percent = results.coverage.percent, differ = {} }
  for i, point in ipairs(results.coverage.points) do
    counts.points = counts.points + 1
    local is_made = i % (options.each or 1) == 0 and not is_other(point, results.coverage.points)
    local text = is_made and command.read(point.file)
    local changed = text and text_changes.make(text, point)
    local found = changed and outcome(tests, settings, point.file, changed)
    if text then write(point.file, text) end
    if found == "invalid" then counts.invalid = counts.invalid + 1 end
    if found == "passes" or found == "fails" then
      counts.made = counts.made + 1
      if (found == "fails") == point.covered then
        counts.agree = counts.agree + 1
      else
        counts.differ[#counts.differ + 1] = ("%s:%d: %s: %s %s%s"):format(point.file:match "[^/]*$", point.line,
          point.path, point.change, point.rule or "", point.covered and " is covered, and passes"
          or " is not covered, and fails")
      end
    end
  end
  folders.remove(copy)
  return counts
end

-- ---- schemas of pages ---------------------------------------------------------------

--- The schemas that a page shows.
---@param page string
---@return { name: string, text: string }[]
function mutations.schemas_of(page)
  local list = {}
  for name, text in assert(command.read(page)):gmatch "\n```yaml (%S+)\n(.-)\n```" do
    if text:find "^#@data/values%-schema\n%-%-%-\n" or text:find "\n#@data/values%-schema\n%-%-%-\n" then
      list[#list + 1] = { name = page .. " " .. name, text = text .. "\n" }
    end
  end
  return list
end

-- Keeps every second test of a test file.
local function halve(text)
  local parts, number = {}, 0
  for line in text:gmatch "[^\n]*\n" do
    if line:find "^%- name:" then number = number + 1 end
    if number % 2 == 1 or not parts[2] then parts[#parts + 1] = line end
  end
  return table.concat(parts)
end

--- Compares the coverage of proposed tests with the changes in the text of a schema.
---@param text string
---@return table[] list of counts; empty when the text is no schema by itself
function mutations.compare_proposed(text)
  local folder, list = folders.make(), {}
  folders.write(folder, "schema.yml", text)
  local path = folders.write(folder, "a.schema-test.yml", "schema: schema.yml\n")
  if command.run({ "test", "--write" }, { folder = folder }).rc == 0 then
    for turn = 1, 2 do
      local tests = assert(command.read(path))
      if turn == 2 then write(path, halve(tests)) end
      list[turn] = mutations.compare(path)
    end
  end
  folders.remove(folder)
  return list
end

-- ---- the command --------------------------------------------------------------------

local function main(words)
  local verbose, total = false, { points = 0, made = 0, invalid = 0, agree = 0 }
  local function add(name, counts)
    print(("%-56s %5.1f %% %5d points %5d made %4d invalid %4d differ"):format(name, counts.percent, counts.points,
      counts.made, counts.invalid, #counts.differ))
    for _, line in ipairs(verbose and counts.differ or {}) do print("    " .. line) end
    for key in pairs(total) do total[key] = total[key] + counts[key] end
  end
  for _, word in ipairs(words) do
    if word == "-v" then
      verbose = true
    elseif word:find "%.md$" then
      for _, schema in ipairs(mutations.schemas_of(word)) do
        for _, counts in ipairs(mutations.compare_proposed(schema.text)) do add(schema.name, counts) end
      end
    else
      local rules = word:match "^.*/" .. "rules.lua"
      add(word, mutations.compare(word, { env = command.read(rules) and dofile(rules) or nil }))
    end
  end
  print(("%d points, %d changes made in texts, %d of them are no schema, %d agree"):format(total.points, total.made,
    total.invalid, total.agree))
end

if arg and arg[0]:find "mutations%.lua$" then main(arg) end

return mutations
