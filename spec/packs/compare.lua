-- Compares a pack with the program whose files it describes:
--
--   lua5.4 spec/packs/compare.lua PACK [COUNT [SEED [FOLDER]]]
--
-- validates the configurations of `spec/packs/PACK/valid.yml`, COUNT copies of them with one change each, and the
-- files of FOLDER, by the program and by the pack. It prints each configuration on which they differ, and then how many
-- there are. For kong, run it with luajit: see spec/packs/kong/truth.lua. The C modules are found as in a checkout.

local version = _VERSION:match "[%d.]+$"
package.path = "./?.lua;./lua/?.lua;./lua/?/init.lua;" .. package.path
package.cpath = ("./build/%s/?.so;"):format(version == "5.1" and "luajit" or "lua54") .. package.cpath

local mutations = require "spec.packs.mutations"
local valid = require "spec.packs.valid"
local yschema = require "yschema"

local pack = arg[1]
local count, seed, folder = tonumber(arg[2]) or 1000, tonumber(arg[3]) or 1, arg[4]

-- Returns, for each text, a pair: whether the program accepts it, and what it says.
local function ask(texts)
  if pack ~= "kong" then
    return require("spec.packs.tools").check(pack, texts)
  end
  local truth, results = require("spec.packs.kong.truth").load(os.getenv "YSCHEMA_KONG"), {}
  for i, text in ipairs(texts) do
    results[i] = { truth.check(text) }
  end
  return results
end

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "*a"
  file:close()
  return text
end

local function collect()
  local texts, names, trees = {}, {}, {}
  local function add(text, name)
    texts[#texts + 1], names[#names + 1] = text, name
  end
  for i, text in ipairs(valid(pack)) do
    add(text, "valid " .. i)
    trees[i] = assert(yschema.parse(text, "valid " .. i)):value(1)
  end
  for text, change in mutations.each(trees, { seed = seed, count = count }) do
    add(text, change)
  end
  if folder then
    for path in io.popen("ls -d " .. folder .. "/*"):lines() do
      add(read(path), path)
    end
  end
  return texts, names
end

local function first_violation(report)
  local first = report.violations and report.violations[1]
  return first and ("%s: %s"):format(first.path or "", first.message or "") or tostring(report)
end

local function has_line(report)
  for _, violation in ipairs(report.violations) do
    if violation.line then
      return true
    end
  end
  return false
end

local function main()
  local of_tool = pack ~= "kong" and require("spec.packs.tools").version(pack)
  local schema = assert(yschema.load_file("pack:" .. pack .. (of_tool and "@" .. of_tool or "")))
  local texts, names = collect()
  local sums = { both_accept = 0, both_refuse = 0, stricter = 0, missed = 0, without_line = 0, no_verdict = 0 }
  local results, spent = ask(texts), 0
  for i, text in ipairs(texts) do
    local accepted, said = results[i][1], results[i][2]
    local begun = os.clock()
    local values, report = schema:apply(text)
    spent = spent + os.clock() - begun
    local verdict = accepted and (values and "both_accept" or "stricter") or (values and "missed" or "both_refuse")
    verdict = accepted == nil and "no_verdict" or verdict
    sums[verdict] = sums[verdict] + 1
    if verdict == "stricter" then
      print("STRICTER", names[i], first_violation(report))
    elseif verdict == "missed" then
      print("MISSED", names[i], (said or ""):gsub("%s+", " "):sub(1, 200))
    elseif verdict == "both_refuse" and not has_line(report) then
      sums.without_line = sums.without_line + 1
    end
    if os.getenv "YSCHEMA_KEEP" and verdict == os.getenv "YSCHEMA_KEEP" then
      print(text)
    end
  end
  print(("%d configurations: both accept %d, both refuse %d; stricter %d, missed %d (found %.2f %%), without a line %d;"
    .. " %.1f ms each"):format(#texts, sums.both_accept, sums.both_refuse, sums.stricter, sums.missed,
    100 * sums.both_refuse / math.max(1, sums.both_refuse + sums.missed), sums.without_line, 1000 * spent / #texts))
end

main()
