--- What is reported about the commands around a schema's life; see `yschema.command.commands`.
--
-- @module yschema.command.lifecycle.about

---@type table<string, yschema.Command>
return {
  explain = {
    usage = "Usage: yschema explain PATH -f schema.yml [-f values.yml] [options]\n"
      .. "       yschema explain -o annotated -f schema.yml [-f values.yml] [options]",
    summary = "tell where a value comes from",
    about = "Tells where a final value comes from: each default, file, overlay, flag and variable of the environment"
      .. " that said something about it, oldest first, and the rules that the value passed or failed. PATH is written"
      .. " as reports write it, such as servers[0].port, or as a JSON pointer.",
    examples = {
      { "yschema explain db.port -f schema.yml -f values.yml", "Tell who gave the port, and who replaced it." },
      { "yschema explain db -f schema.yml -f values.yml", "Tell of each value below db where it comes from." },
      { "yschema explain -o annotated -f schema.yml -f values.yml", "Print the result with its places." },
    },
    words = {},
    module = "yschema.command.lifecycle.explain",
    status = {
      [0] = "The value was explained.",
      [1] = "It was explained, but the configuration is at violation.",
      [2] = "There is no such value, or the call, the input or the schema is at violation.",
    },
  },
  diff = {
    usage = "Usage: yschema diff [options] OLD NEW",
    summary = "tell what a new schema does to values of the old one",
    about = "Compares two schemas, and tells what the new one does to configurations that were written for the old one."
      .. " OLD and NEW are files or folders, or git:REVISION:PATH. Each breaking change comes with a document that the"
      .. " old schema accepts and the new one refuses.",
    examples = {
      { "yschema diff git:HEAD:schema.yml schema.yml", "Compare the last commit with the working directory." },
      { "yschema diff old.yml new.yml --direction full", "Look also at new values that meet the old schema." },
      { "yschema diff old.yml new.yml --values 'values/**/*.yml'", "Validate real files by both, too." },
    },
    words = "files",
    module = "yschema.command.lifecycle.diff",
    report_is_result = true,
    status = {
      [0] = "No change is breaking.",
      [1] = "A change is breaking, or a file of --values is refused now.",
      [2] = "The call or a schema is wrong, or a file cannot be read or written.",
    },
  },
  infer = {
    usage = "Usage: yschema infer [options] FILE...",
    summary = "make a schema of example values",
    about = "Makes a schema of example values, in YAML or JSON: each document is one example. All of them pass the"
      .. " schema and come out unchanged. A folder stands for its .yml, .yaml and .json files, - for standard"
      .. " input; *, ?, ** and {a,b} make patterns.",
    examples = {
      { "yschema infer values.yml", "Print a schema for a file." },
      { "yschema infer -o schema.yml 'deploy/**/*.yml'", "Write what many files have in common to schema.yml." },
    },
    words = "files",
    module = "yschema.command.lifecycle.infer",
    flags = "strict quiet report report_file color version help",
    status = { [0] = "The schema was made.", [2] = "A file cannot be read, or the call is wrong." },
  },
  import = {
    usage = "Usage: yschema import json-schema FILE [-o FILE] [--loss FILE] [--strict] [--allow-inexact]",
    summary = "make a schema from a JSON Schema",
    about = "Makes a schema of yschema from a JSON Schema, of draft-04 to 2020-12, and prints it. Standard error tells"
      .. " each keyword that is not exact: what it means here is stricter or looser, or it was dropped.",
    examples = {
      { "yschema import json-schema app.json -o schema.yml", "Write schema.yml, which validates as app.json does." },
      { "yschema import json-schema app.json --strict --loss loss.json", "Fail unless all of it is exact." },
    },
    words = "files",
    module = "yschema.command.lifecycle.import",
    flags = "quiet report_file color version help",
    status = {
      [0] = "The schema was written.",
      [1] = "With --strict: not all of it is exact.",
      [2] = "The JSON Schema cannot be read, the call is wrong, or the result cannot be written.",
    },
  },
  migrate = {
    usage = "Usage: yschema migrate -f schema.yml [-i] [options] FILE...",
    summary = "rewrite files for keys that have new names",
    about = "Rewrites files for keys that the schema has renamed (@schema/renamed) or removed (@schema/removed)."
      .. " Prints what would change, as diff -u does, or writes the files (-i). All other bytes stay. A file that"
      .. " cannot be rewritten with certainty is named and left alone.",
    examples = {
      { "yschema migrate -f schema.yml values/", "Print what would change." },
      { "yschema migrate -f schema.yml -i 'values/**/*.yml'", "Change the files." },
    },
    words = "files",
    module = "yschema.command.lifecycle.migrate",
    status = {
      [0] = "Every file is well, or can be rewritten.",
      [1] = "A file cannot be rewritten with certainty, and was left alone.",
      [2] = "A file cannot be read or written, or the schema or the call is wrong.",
    },
  },
}
