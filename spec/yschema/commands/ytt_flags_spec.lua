-- Command lines that were written for ytt.

local rows = require "spec.support.rows"

local help = "\nTry 'yschema --help'.\n"

local schema = "#@data/values-schema\n---\na: 1\n"
local files = { ["s.yml"] = schema }

local function row(title, flags, expected)
  local list = { "-f", "s.yml" }
  for _, flag in ipairs(flags) do list[#list + 1] = flag end
  local made = { title, files = files, flags = list }
  for key, value in pairs(expected) do made[key] = value end
  return made
end

local function refused(flags, problem)
  return row("refuses " .. table.concat(flags, " "), flags,
    { gives = "", says = "yschema: Error: " .. problem .. help, status = 2 })
end

local no_files = "yschema has one result, which goes to standard output, or to a file with -o FILE"

local all = {
  row("take switches that change nothing", { "--ignore-unknown-comments", "--debug", "--debug=true",
    "--ignore-unknown-comments=false", "--dangerous-allow-all-symlink-destinations",
    "--allow-symlink-destination", "/etc", "--allow-symlink-destination=/usr" }, { gives = "a: 1" }),
  row("take maps whose keys stand once", { "--implicit-map-key-overrides=false" }, { gives = "a: 1" }),
  refused({ "--strict=on" }, "--strict: expected true or false, got 'on'"),
  refused({ "--debug=" }, "--debug: expected true or false, got ''"),
  refused({ "--output-files", "out" }, "--output-files: " .. no_files),
  refused({ "--output-files=out" }, "--output-files: " .. no_files),
  refused({ "--output-directory=out" }, "--output-directory: " .. no_files),
  refused({ "--dangerous-emptied-output-directory", "out" },
    "--dangerous-emptied-output-directory: " .. no_files),
  refused({ "--file-mark", "a.yml:exclude=true" }, "--file-mark: files have no marks here: leave out what is"
    .. " not to be read, or give it another name (-f name=path)"),
  refused({ "--files-inspect" }, "--files-inspect: yschema does not run templates; yschema inspect prints a"
    .. " schema"),
  refused({ "--bulk-in", "x" }, "--bulk-in: files are given with -f"),
  refused({ "--bulk-out" }, "--bulk-out: " .. no_files),
  refused({ "--implicit-map-key-overrides" },
    "--implicit-map-key-overrides: a map has a key once here: keep one of the two"),
  refused({ "--budget=true=1" }, "--budget: expected a positive whole number, got 'true=1'"),
}

describe("flags of ytt's", function()
  rows.each(it, all)
end)

describe("switches", function()
  -- `yes` is a boolean for who is not strict.
  local values = { ["s.yml"] = "#@data/values-schema\n---\na: false\n",
    ["v.yml"] = "#@data/values\n---\na: yes\n" }
  local strict = "v.yml:3:4: strict parsing: 'yes' is ambiguous (could be !!str or !!bool)\n"
    .. "    |\n  3 | a: yes\n    |    ^\n    = hint: to make it a string, put it in quotes.\n"

  local function switched(on, ...)
    local flags = { "-f", "s.yml", "-f", "v.yml", ... }
    local made = { (on and "on: " or "off: ") .. table.concat({ ... }, " "), files = values, flags = flags }
    made.gives = on and "" or "a: true"
    if on then made.says, made.status = strict, 2 end
    return made
  end

  rows.each(it, {
    switched(true, "--strict"), switched(true, "-s"), switched(true, "--strict=true"),
    switched(true, "-s=true"), switched(true, "--strict=1"), switched(true, "--strict=T"),
    switched(true, "--strict=false", "--strict"), switched(true, "-s=false", "--strict=True"),
    switched(true, "--strict", "-s"),
    switched(false, "--strict=false"), switched(false, "-s=false"), switched(false, "--strict=0"),
    switched(false, "--strict", "--strict=false"), switched(false, "--strict", "-s=F"),
    switched(false, "-s", "-s", "--strict=FALSE"),
  })
end)
