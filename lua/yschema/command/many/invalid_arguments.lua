--- What is wrong with the words and the flags of `yschema check`.
--
-- @module yschema.command.many.invalid_arguments

local ipairs, table = ipairs, table

-- Counts what reads standard input.
local function readers_of_stdin(options)
  local count = options.lines and 1 or 0
  for _, words in ipairs { options.file, options.rest, { options.files0_from }, { options.json_schema } } do
    for _, word in ipairs(words) do
      if word == "-" then count = count + 1 end
    end
  end
  return count
end

--- Says what is wrong with a call of `yschema check`, or returns nil.
---@param options table
---@return string? problem
local function misuse(options)
  -- Lines are those of standard input anyway.
  if options.lines and options.rest[1] == "-" then table.remove(options.rest, 1) end
  if options.json_schema == "" then return "--json-schema: its argument is empty" end
  if options.json_schema and options.file[1] then return "-f and --json-schema exclude each other" end
  local by = options.json_schema and "--json-schema" or options.file[1] and "-f"
  if by and options.project then return by .. " and --project exclude each other" end
  if options.list and (by or options.rest[1] or options.files0_from or options.lines) then
    return "--list goes with --project alone"
  end
  local ways = 0
  local lines_of_project = options.lines and not by
  local file = not lines_of_project and options.rest[1] -- else it is the name of a configuration
  for _, way in ipairs { file or false, options.files0_from or false, options.lines or false } do
    if way then ways = ways + 1 end
  end
  if ways == 0 and by then
    return "no files to validate: name files, folders or patterns behind the options"
  end
  if ways > 1 then return "FILE, --files0-from and --lines exclude each other" end
  if lines_of_project and options.rest[2] then return "--lines takes the name of one configuration" end
  if options.resume and options.env then
    return "--resume does not go with --env: nobody knows what its functions depend on"
  end
  for _, name in ipairs { "shard", "each_file", "jobs", "resume" } do
    if options.lines and options[name] then
      return ("--lines does not go with --%s"):format((name:gsub("_", "-")))
    end
  end
  if options.lines and options.report and options.report ~= "ndjson" then
    return "--lines writes a line of JSON about each line (--report ndjson), and no other report"
  end
  if readers_of_stdin(options) > 1 then return "standard input can be read only once" end
  for _, word in ipairs(options.rest) do
    if word == "" then return "an argument is empty" end
  end
end

return misuse
