--- The commands around a schema's life; see `yschema.command.commands`.
--
-- @module yschema.command.lifecycle.about

local data_endings = require "yschema.base.file_kinds".data_endings "and"

---@type table<string, yschema.Command>
return {
  explain = {
    usage = "Usage: yschema explain PATH -f schema.yml [-f values.yml] [options]\n"
      .. "       yschema explain --format annotated -f schema.yml [options]\n"
      .. "       yschema explain --rule NAME",
    summary = "show where a value comes from, or what a rule means",
    about = "Show where a final value comes from: each default, file, overlay, flag and environment variable that set"
      .. " or changed it, oldest first, and the rules that it satisfies or violates. PATH is written as in reports,"
      .. " such as servers[0].port, or as a JSON pointer.",
    examples = {
      { "yschema explain db.port -f schema.yml -f values.yml", "Show what set the port, and what replaced it." },
      { "yschema explain db -f schema.yml -f values.yml", "Show the origin of each value below db." },
      { "yschema explain --format annotated -f schema.yml -f values.yml", "Print the result with the origin of each"
        .. " value." },
      { "yschema explain --rule unknown-key", "Say what a rule of a report means, with an example." },
    },
    words = {},
    module = "yschema.command.explain",
    status = {
      [0] = "The value was explained.",
      [1] = "It was explained, but the data has violations.",
      [2] = "There is no such value, or the call, the input or the schema is invalid.",
    },
  },
  diff = {
    usage = "Usage: yschema diff [options] OLD NEW",
    summary = "compare two versions of a schema",
    about = "Compare two schemas, and show what the new one does to configurations that were written for the old one."
      .. " OLD and NEW are files or folders, or git:REVISION:PATH. Each breaking change comes with a document that the"
      .. " old schema accepts and the new one refuses.",
    examples = {
      { "yschema diff git:HEAD:schema.yml schema.yml", "Compare the last commit with the working directory." },
      { "yschema diff old.yml new.yml --direction full", "Also compare new values with the old schema." },
      { "yschema diff old.yml new.yml --values 'values/**/*.yml'", "Also validate real files by both." },
    },
    words = "files",
    module = "yschema.command.lifecycle.diff",
    report_is_result = true,
    status = {
      [0] = "No change is breaking.",
      [1] = "A change is breaking, or a file of --values is refused now.",
      [2] = "The call or a schema is invalid, or a file cannot be read or written.",
    },
  },
  infer = {
    usage = "Usage: yschema infer [options] FILE...",
    summary = "make a schema from example values",
    about = "Make a schema from example values, in YAML or JSON: each document is one example. All of them pass the"
      .. " schema and come out unchanged. A folder means its " .. data_endings .. " files, - standard input; *, ?, **"
      .. " and {a,b} form patterns.",
    examples = {
      { "yschema infer values.yml", "Print a schema for a file." },
      { "yschema infer -o schema.yml 'deploy/**/*.yml'", "Write what many files have in common to schema.yml." },
    },
    words = "files",
    module = "yschema.command.lifecycle.infer",
    flags = "strict quiet report report_file color version help",
    status = { [0] = "The schema was made.", [2] = "A file cannot be read, or the call is invalid." },
  },
  import = {
    usage = "Usage: yschema import json-schema FILE [-o FILE] [--loss FILE] [options]\n"
      .. "       yschema import crd FILE... -o FOLDER/ [options]\n"
      .. "       yschema import openapi FILE -o FOLDER/ [options]\n"
      .. "       yschema import apisix FILE [-o FILE] [options]",
    summary = "make schemas from JSON Schema, CRDs, OpenAPI or APISIX",
    about = "Make a schema of yschema from a JSON Schema of draft-04 to 2020-12, and print it; or a schema for"
      .. " each kind of custom resource definitions or OpenAPI documents, and a project file; or one of apisix.yaml"
      .. " from the answer of a node of APISIX to /v1/schema of its control API, with all its plugins. Standard error"
      .. " lists each keyword that is not exact: the schema is stricter or looser there.",
    examples = {
      { "yschema import json-schema app.json -o schema.yml", "Write schema.yml, which validates as app.json does." },
      { "yschema import json-schema app.json --exact --loss loss.json", "Fail unless every keyword is exact." },
      { "yschema import crd crds/*.yml -o schemas/", "Write a schema for each kind, and a project file." },
      { "curl -s 127.0.0.1:9090/v1/schema | yschema import apisix - -o apisix.schema.yml", "Ask a node of APISIX." },
    },
    words = "files",
    module = "yschema.command.lifecycle.import",
    flags = "quiet report_file color version help",
    status = {
      [0] = "The schema was written.",
      [1] = "With --exact: not every keyword is exact.",
      [2] = "The JSON Schema cannot be read, the call is invalid, or the result cannot be written.",
    },
  },
  example = {
    usage = "Usage: yschema example -f schema.yml [--complete] [options]\n"
      .. "       yschema example -f schema.yml --count N [--invalid] [--seed S] [options]",
    summary = "make documents from a schema",
    about = "Make documents from a schema: the smallest one that it accepts, one with all keys and their documentation"
      .. " to begin with, or random ones, valid or invalid, to test programs. Each document was validated by the"
      .. " schema.",
    examples = {
      { "yschema example -f schema.yml --complete >values.yml", "Write a file with all keys, to begin with." },
      { "yschema example -f schema.yml --count 100", "Print 100 random valid documents, one in a line of JSON." },
      { "yschema example -f schema.yml --count 100 --invalid", "Print invalid ones, each with its violation." },
    },
    words = {},
    module = "yschema.command.lifecycle.example",
    status = {
      [0] = "The documents were printed.",
      [2] = "No document was found, or the schema or the call is invalid.",
    },
  },
  migrate = {
    usage = "Usage: yschema migrate -f schema.yml [-n] [options] FILE...",
    summary = "rewrite files for keys that have new names",
    about = "Rewrite files for keys that the schema has renamed (@schema/renamed) or removed (@schema/removed)."
      .. " All other bytes stay the same. A file that cannot be safely rewritten is named and not changed.",
    examples = {
      { "yschema migrate -n -f schema.yml values/", "Print what would change." },
      { "yschema migrate -f schema.yml 'values/**/*.yml'", "Change the files." },
    },
    words = "files",
    module = "yschema.command.lifecycle.migrate",
    report_is_result = true, report_has_blocks = true,
    status = {
      [0] = "Every file is up to date, or was rewritten.",
      [1] = "A file cannot be safely rewritten, and was not changed.",
      [2] = "A file cannot be read or written, or the schema or the call is invalid.",
    },
  },
  lsp = {
    usage = "Usage: yschema lsp [options]",
    summary = "run the language server for an editor",
    about = "Serve an editor by the Language Server Protocol on standard input and output. It validates the texts that"
      .. " are open as yschema check validates their files: by the project file .yschema.yml, with all layers.",
    examples = {
      { "yschema lsp", "What an editor starts; see examples/editors." },
      { "yschema lsp --env rules.lua", "Allow functions of rules.lua in schemas." },
    },
    words = {},
    module = "yschema.command.editing.lsp",
    flags = "strict yaml refuse_plain_comments env budget max_memory version help",
    status = { [0] = "The editor has ended the server.", [1] = "The editor has gone.", [2] = "The call is invalid." },
  },
  fix = {
    usage = "Usage: yschema fix -f schema.yml [-n] [options] FILE...\n"
      .. "       yschema fix [-n] [options] [CONFIGURATION or FILE]...",
    summary = "fix violations that have exactly one possible correction",
    about = "Fix violations that have exactly one possible correction: misspelt keys and values, missing or superfluous"
      .. " quotes, and keys under their old names. All other bytes stay the same. A fix is kept only if it removes its"
      .. " violation and causes no new one. The other violations are reported as by yschema check.",
    examples = {
      { "yschema fix -n -f schema.yml values/", "Print what would change." },
      { "yschema fix", "Change the files that the project file lists." },
    },
    words = "files", configurations = true,
    module = "yschema.command.lifecycle.fix",
    report_is_result = true, report_has_blocks = true,
    status = {
      [0] = "No violation is left.",
      [1] = "Violations are left.",
      [2] = "A file cannot be read or written, or the schema or the call is invalid.",
    },
  },
  set = {
    usage = "Usage: yschema set [-f schema.yml] [options] PATH=VALUE... FILE...",
    summary = "set or remove values of a file",
    about = "Set or remove values of files. All other bytes stay the same. A VALUE is read as YAML. A PATH is written"
      .. " as in reports; an item may also be selected by a key, servers[name=b].weight, or added, servers[+]. Without"
      .. " -f, the schema is that of the project file, or the one that the file names. A file is not written if that"
      .. " brought a new violation. A file without a schema is edited, but not validated.",
    examples = {
      { "yschema set -f schema.yml db.port=5432 values.yml", "Set the port." },
      { "yschema set 'servers[name=b].weight=3' --delete db.host -n values.yml", "Print what would change." },
      { "yschema set --document 2 spec.replicas=3 deploy.yml", "Change the second document of a file." },
    },
    words = "files",
    module = "yschema.command.editing.set",
    report_is_result = true, report_has_blocks = true,
    status = {
      [0] = "The values are set.",
      [1] = "A file would have a new violation, or cannot be safely changed, and was not written.",
      [2] = "A file cannot be read or written, or the schema or the call is invalid.",
    },
  },
  get = {
    usage = "Usage: yschema get [-f schema.yml] [options] PATH FILE",
    summary = "print a value of a file",
    about = "Print the value at a path of a file: a scalar as it is, without quotes, a map or an array as YAML. A PATH"
      .. " is written as in reports, servers[0].port, or as a JSON pointer; an item may also be selected by a key,"
      .. " servers[name=b].port; \"\" is the whole document. FILE may be - for standard input. With -f, values that the"
      .. " schema marks as sensitive are masked.",
    examples = {
      { "yschema get db.port values.yml", "Print the port." },
      { "kubectl get pod web -o yaml | yschema get 'spec.containers[name=web].image' -", "Read standard input." },
      { "yschema get 2:metadata.name deploy.yml", "Print a name in the second document." },
    },
    words = "files", has_path = true,
    module = "yschema.command.editing.get",
    flags = "strict color version help",
    status = {
      [0] = "The value was printed.",
      [1] = "Nothing is at this path.",
      [2] = "The file cannot be read, or the schema or the call is invalid.",
    },
  },
  packs = {
    usage = "Usage: yschema packs [--report json]\n       yschema packs show NAME[@VERSION][:LINE]",
    summary = "list the schemas that ship with yschema",
    about = "List the packs: schemas for the files of other programs that ship with yschema, with the versions of these"
      .. " programs, and what changed in each. A pack is named pack:NAME wherever a file with a schema may be named:"
      .. " after -f, in the project file, and in the comment of a file that names its schema. pack:NAME is the newest"
      .. " version, pack:NAME@VERSION another one. With show, print the schema, or the lines around the one that a"
      .. " report names, such as pack:apisix:12.",
    examples = {
      { "yschema packs", "List them, with the version of each program and what is left out." },
      { "yschema check -f pack:apisix apisix.yaml", "Validate a file by one of them." },
      { "yschema check -f pack:prometheus@2.42 prometheus.yml", "Validate it for an older version of the program." },
      { "yschema packs show apisix", "Print the schema itself." },
      { "yschema packs show pack:apisix:12", "Print the lines around its line 12." },
      { "yschema inspect -f pack:apisix", "Print what it says." },
    },
    words = "packs",
    module = "yschema.command.lifecycle.packs",
    flags = "report report_file color version help",
    report_is_result = true,
    status = {
      [0] = "The packs were listed, or one was printed.",
      [2] = "The call is invalid, there is no such pack, or the output cannot be written.",
    },
  },
  test = {
    usage = "Usage: yschema test [options] [FILE]...",
    summary = "test a schema by documents",
    about = "Test schemas by documents that they have to accept or to refuse. Without FILE, all files *.schema-test.yml"
      .. " in the folder of the project file, or here, and below it. A folder means its test files; *, ?, ** and {a,b}"
      .. " form patterns.",
    examples = {
      { "yschema test", "Run all tests of the project." },
      { "yschema test server.schema-test.yml", "Run the tests of a file." },
      { "yschema test --coverage", "Also list the changes of the schemas that no test would notice." },
      { "yschema test --write server.schema-test.yml", "Add tests that notice them, to be read by you." },
      { "yschema test --report junit >tests.xml", "Write a report for a CI system." },
    },
    words = "files",
    module = "yschema.command.lifecycle.test",
    flags = "strict quiet report_file color env budget max_memory version help",
    report_is_result = true, report_has_blocks = true,
    status = {
      [0] = "All tests pass.",
      [1] = "A test fails.",
      [2] = "A test file, a schema or the call is invalid.",
    },
  },
}
