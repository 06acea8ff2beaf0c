--- The flags that only commands about the life of a schema have. `flag_table` has the others.
--
-- @module yschema.command.lifecycle.flags

local flags = {}

-- The functions return rows as in `flag_table`.

local function of_examples(whole)
  return {
    { "--complete", nil, "Print one document with all keys of the schema, and their documentation as comments.",
      job = "example" },
    { "--count", "N", "Print N random documents, each as a line of JSON.", convert = whole("--count", 1, 10000000),
      job = "example" },
    { "--invalid", nil, "Print documents that the schema refuses, each with its violation; default: one.",
      job = "example" },
    { "--seed", "S", "Begin the random choices with S; default 1. The same seed gives the same documents.",
      convert = whole("--seed", 0, 2 ^ 31), job = "example" },
  }
end

local function of_comparisons(one_of, whole)
  return {
    { "--direction", "DIRECTION", "backward: old values, new schema (default); forward: new values, old schema; full:"
      .. " both.", convert = one_of("--direction: unknown word", "backward", "forward", "full"), job = "diff" },
    { "--values", "GLOB", "Validate these files by both schemas; list those that are refused or whose result differs.",
      many = true, job = "diff" },
    { "--severity", "FILE", "YAML file with other verdicts for rules: RULE: VERDICT.", job = "diff" },
    { "--samples", "N", "Validate N random documents by both schemas; default 100.",
      convert = whole("--samples", 0, 10000000), job = "diff" },
    { "--witness", "DIR", "Write the documents that demonstrate breaking changes to this folder.", job = "diff" },
  }
end

local function of_new_schemas()
  return {
    { "-o --output", "FILE", "Write the schema to FILE; with FOLDER/, write a schema for each kind of documents and a"
      .. " project file.", writes = true, job = "infer" },
    { "-o --output", "FILE", "Write the schema to FILE instead of standard output; with crd and openapi, FOLDER/ gets a"
      .. " schema for each kind and a project file.", writes = true, job = "import" },
    { "--force", nil, "Replace the file of -o if it exists.", job = "infer import" },
    { "--required", nil, "Require the keys that every example has; default: give them defaults.", job = "infer" },
    { "--from", "FILE", "Make the schemas from this file, folder or pattern of example values, as yschema infer does;"
      .. " repeat it for several.", many = true, job = "init" },
    { "--closed", nil, "Accept the keys of the examples alone, also where other files will have others.",
      job = "infer" },
    { "--open", nil, "Accept other keys in every map, too.", job = "infer" },
    { "--references", nil, "Find values that are names of items or keys, and write references for them.",
      job = "infer" },
    { "--exact", nil, "Fail, and write no schema, unless every keyword is exact.", job = "import" },
    { "--loss", "FILE", "Write the keywords that are not exact as JSON to FILE, each with its pointer and line; - is"
      .. " standard output.", writes = true, job = "import" },
  }
end

local function of_edits()
  return {
    { "--delete", "PATH", "Remove the value at PATH.", many = true, in_document = true, job = "set" },
    { "-n --dry-run", nil, "Write no file; print what would change, as diff -u does.", job = "fix set migrate" },
    { "--add-required", nil, "Add missing required keys that can have only one value.", job = "fix" },
    { "--drop-removed", nil, "Remove keys that were removed from the schema.", job = "fix" },
    { "--drop-defaults", nil, "Remove keys that have the value of their default.", job = "fix" },
  }
end

local function of_tests(whole)
  return {
    { "--coverage", nil, "List the small changes of the schemas that no test would notice, and their share.",
      job = "test" },
    { "--coverage-min --fail-under", "N", "Fail if tests notice fewer than N percent of the changes.",
      convert = whole("--coverage-min", 0, 100), job = "test" },
    { "--propose", nil, "Print tests that would notice what no test notices, with their current results.",
      job = "test" },
    { "--from", "FILE", "Print a test of this file, too; folders and patterns are accepted.", many = true,
      job = "test" },
    { "--write", nil, "Append these tests to the test file instead of printing them.", job = "test" },
  }
end

local function own_rows(flag_table)
  local one_of, whole = flag_table.one_of, flag_table.whole
  local own = {}
  local function group(title, rows)
    for _, row in ipairs(rows) do
      row.group = title
      own[#own + 1] = row
    end
  end
  group("Documents", of_examples(whole))
  group("Comparison", of_comparisons(one_of, whole))
  group("Result", of_new_schemas())
  group("Result", of_edits())
  group("Result", of_tests(whole))
  return own
end

local all

--- Returns all rows: these, and those of other commands. These stand where the others say what becomes of a result.
---@param flag_table table
---@return table[]
function flags.rows(flag_table)
  if all then return all end
  local own, before = own_rows(flag_table), nil
  all = {}
  for _, row in ipairs(flag_table.rows) do
    if before == "Result" and row.group ~= before then
      for _, one in ipairs(own) do all[#all + 1] = one end
    end
    all[#all + 1], before = row, row.group
  end
  return all
end

return flags
