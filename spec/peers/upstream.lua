-- Validates the test files of other programs by the packs:
--
--   lua5.4 spec/peers/upstream.lua NAME FOLDER
--
-- NAME is a row of `sets`, FOLDER a checkout of the program's sources, or a copy of the folders in that row. Names of
-- files say what the program's own tests expect: `x.good.yml` is accepted, `x.bad.yml` refused. It prints each file on
-- which the pack differs, the files that are left out with the reason, and how many there are.

local version = _VERSION:match "[%d.]+$"
package.path = "./?.lua;./lua/?.lua;./lua/?/init.lua;" .. package.path
package.cpath = ("./build/%s/?.so;"):format(version == "5.1" and "luajit" or "lua54") .. package.cpath

local lfs = require "lfs"
local yschema = require "yschema"

local OTHER_FILES = "the verdict depends on the files that it names"

-- The files of Alertmanager that its tests expect to be accepted; all others are refused.
local function of_alertmanager(names)
  local set = {}
  for name in names:gmatch "%S+" do set["conf." .. name .. ".yml"] = true end
  return set
end

local sets = {
  alertmanager = {
    { pack = "pack:alertmanager", folder = "config/testdata", all = true, accepted = of_alertmanager([[
      empty-fields good group-by-all http-config.good mattermost-default-webhook-url-file
      mattermost-default-webhook-url opsgenie-default-apikey-file opsgenie-default-apikey
      rocketchat-default-token-file rocketchat-default-token slack-default-api-url-file
      slack-default-app-token smtp-no-username-or-password smtp-password-global-and-local sns-topic-arn
      telegram-default-bot-token-file telegram-default-bot-token victorops-default-apikey-file
      victorops-default-apikey wechat-default-api-secret-file
]]) },
  },
  prometheus = {
    { pack = "pack:prometheus", folder = "config/testdata", without = {
      ["scrape_config_files_double_import.bad.yml"] = OTHER_FILES,
      ["scrape_config_files_duplicate.bad.yml"] = OTHER_FILES,
      ["scrape_config_files_global.bad.yml"] = OTHER_FILES,
      ["scrape_config_files_global_duplicate.bad.yml"] = OTHER_FILES,
    }, refused = {
      ["config_with_deprecated_am_api_config.yml"] = true, ["otlp_allow_utf8.incompatible.yml"] = true,
      ["otlp_no_translation.incompatible.yml"] = true,
    } },
    { pack = "pack:prometheus", folder = "config/testdata/scrape_configs" },
    { pack = "pack:prometheus-rules", folder = "model/rulefmt/testdata", without = {
      ["legacy_validation_annotation.bad.yaml"] = "the verdict depends on a flag of promtool",
    } },
  },
}

-- Whether the program accepts a file by its name; nil: its name does not say it.
local function expected(set, name)
  if set.refused and set.refused[name] or name:find "%.bad%.ya?ml$" then return false end
  if set.accepted and set.accepted[name] or name:find "%.good%.ya?ml$" then return true end
  if set.all and name:find "%.ya?ml$" then return false end
end

local function names_in(folder)
  local names = {}
  for name in lfs.dir(folder) do names[#names + 1] = name end
  table.sort(names)
  return names
end

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "*a"
  file:close()
  return text
end

local counts = { good = 0, bad = 0, failed = 0 }

local function compare(set, schema, name, path)
  local accepts = expected(set, name)
  if accepts == nil then return end
  if set.without and set.without[name] then return print(("left out: %s: %s"):format(name, set.without[name])) end
  local values, report = schema:apply(read(path))
  if (values ~= nil) ~= accepts then
    counts.failed = counts.failed + 1
    print(("FAILED: %s %s:\n%s"):format(set.pack, path, accepts and tostring(report) or "it is accepted"))
  else
    local kind = accepts and "good" or "bad"
    counts[kind] = counts[kind] + 1
  end
end

local rows, root = assert(sets[arg[1]], "there is no such set"), assert(arg[2], "which folder?")
for _, set in ipairs(rows) do
  local schema = assert(yschema.load_file(set.pack))
  local folder = root .. "/" .. set.folder
  for _, name in ipairs(names_in(folder)) do compare(set, schema, name, folder .. "/" .. name) end
end
print(("%d files accepted, %d refused, as %s has it"):format(counts.good, counts.bad, arg[1]))
print(("%d passed, %d failed"):format(counts.good + counts.bad, counts.failed))
os.exit(counts.failed == 0)
