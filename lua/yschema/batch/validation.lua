--- Validates files by a compiled schema, each document by itself.
--
-- @module yschema.batch.validation

local core = require "yschema.core"
local lazily = require "yschema.base.lazily"
local each_document = lazily "yschema.batch.each_document"
local blocks = lazily "yschema.report.blocks"
local changed = require "yschema.base.plain_tables".changed
local file_access = require "yschema.base.file_access"
local foreign_templates = lazily "yschema.pipeline.foreign_templates"
local kinds = lazily "yschema.pipeline.kinds"
local matching = lazily "yschema.baseline.matching"
local resolver = lazily "yschema.crossref.resolver"
local no_schemas = lazily "yschema.pipeline.no_schemas"
local questions = lazily "yschema.pipeline.questions"
local report = lazily "yschema.report.report"
local resume = lazily "yschema.batch.resume"
local rules = lazily "yschema.report.rules"
local runs = lazily "yschema.pipeline.runs"
local source_files = lazily "yschema.pipeline.source_files"

local validation = {}

--- The verdict on one document, or on a file that cannot be read.
---@class yschema.Verdict
---@field file string
---@field line? integer where the document begins; nil: the verdict is about the whole file
---@field status integer 0 valid, 1 the data is invalid, 2 it cannot be read
---@field errors? integer how many there are, which no baseline lists; nil: 0
---@field warnings? integer the same
---@field report? yschema.Report|true when there are violations or warnings; true: its records are not needed
---@field text? string the violations and warnings, for people
---@field shown? yschema.Violation[] the violations with messages for people, where there is no text, or no concise one
---@field digest? string of the file's text, when a job has a memory
---@field encoded? string the verdict as a line of JSON, from the name of the file on
---@field remembered? "first"|"more" the file was not validated; whether it is the first verdict on it
---@field entry? string the name of the project file's configuration
---@field known? string[] what identifies the violations that the baseline lists, which are in no text
---@field mentions? string names and references about which other files decide
---@field unsure? boolean other names may be missing, because the document could not be read
---@field sensitive? boolean `mentions` may have values that must not be stored
---@field late? "invalid"|"again" it is about references of a document, after its own verdict; "again": that was invalid
---@field unknown? string the kind of a document that is skipped, if that is to be said
---@field skipped? true|"file" it was not validated: the document is of no kind, or the file is a template
---@field of_call? boolean it is an error of the call, which is no part of the report for people
---@field unread? boolean it is about a file, or a word of the call, of which nothing was validated
---@field result? string the result as YAML, if it was asked for and there is one

---@class yschema.Validating
---@field merged? boolean the documents of a file are one configuration
---@field blocks? yschema.BlockOptions what texts show; nil: warnings, too
---@field needs? "texts"|"records" what verdicts need to have; nil: both
---@field results? boolean verdicts have the results
---@field skip_templates? boolean templates are no errors
---@field identify? boolean reports need fingerprints that stay when other parts of a file change
---@field matching? yschema.Matching what gives them, and knows the baseline of the job that is being done

--- A file to validate, and how. It has `schema` or `kinds`, unless the file has a problem.
---@class yschema.Job
---@field lacks_schema? boolean none is for its file, which has a problem for that reason
---@field schema? yschema.CoreSchema
---@field kinds? yschema.Kind[]
---@field otherwise? "error"|"skip" what is done about documents of no kind
---@field file yschema.ListedFile
---@field layers? yschema.ListedFile[] files that are merged, in this order; `file` is the last of them
---@field how yschema.Validating
---@field salt? string what verdicts depend on beside the text; it is part of digests
---@field by_modeline? boolean the file names its schema, or should do so
---@field references? yschema.Plan what other documents decide
---@field memory? { digest: string?, lines: (integer|false)[]?, mentions: table? } of `--resume`
---@field entry? string the name of the project file's configuration
---@field baseline? yschema.Baseline lists known violations

-- A violation whose place is in the schema, such as a missing key, belongs to the file that was validated. Programs
-- show it there. An error of the schema itself stays where it is.
local function place_in(file, line, about, files)
  for _, records in ipairs { about.violations, about.warnings } do
    for _, record in ipairs(records) do
      local is_elsewhere = record.file and record.file ~= file and not (files and files[record.file])
      if is_elsewhere and rules.is_data(record.kind) then
        report.place_in(record, file, line, files)
      end
    end
  end
  return about
end

local ALL_BLOCKS = { warnings = true }

-- Makes the verdict on a run that is over.
local function verdict_of(run, file, line, how, files, kind)
  local errors, warnings = run:counts()
  local has_records = errors + warnings > 0
  local about, known
  if has_records and (how.needs ~= "texts" or how.matching) then
    about = place_in(file, line, report.new(run), files)
    known = how.matching and how.matching:apply(about, run, file, line)
    errors = run:counts()
  end
  local verdict = {
    file = file, line = line, status = run:exit_status(), known = known or nil,
    errors = has_records and errors or nil, warnings = has_records and warnings or nil,
  }
  if how.results and verdict.status == 0 then verdict.result = run:encode "yaml" end
  if how.needs ~= "records" then
    local wanted = how.blocks or ALL_BLOCKS
    verdict.text = run:blocks(wanted.all, wanted.warnings, wanted.concise, wanted.fix, wanted.columns)
  end
  if how.needs ~= "texts" then
    verdict.report = about
  elseif has_records then
    verdict.report = true
  end
  if how.resolver then how.resolver:take(verdict, run, kind) end
  return verdict
end

--- Makes the verdict on a run that is over.
validation.verdict_of = verdict_of

local function unreadable(path, about, how)
  local text = blocks.of_records(about.violations, "error", how.blocks and how.blocks.concise)
  return { file = path, status = 2, errors = #about.violations, text = text, report = about, unread = true }
end

--- Makes the verdict on a job that could not be done.
---@param job yschema.Job
---@param problem string
---@return yschema.Verdict
function validation.failed(job, problem)
  local name = job.file.path == "-" and "stdin.yml" or job.file.path
  return unreadable(name, report.of_error("read", name, problem), job.how or {})
end

-- Validates all documents of some sources as one configuration.
local function validate_merged(schema, sources, how, emit)
  local run, files = runs.start(schema), {}
  for _, source in ipairs(sources) do
    files[source:name()] = true
    runs.take_source(schema, run, source)
  end
  runs.finish(schema, run)
  emit(verdict_of(run, sources[#sources]:name(), nil, how, files))
  run:close()
end

-- Validates a text that must be JSON, by a schema.
local function validate_json(schema, name, text, how, emit)
  local settings = schema.settings
  if settings.code_in_values then
    return validate_merged(schema, { core.source(name, text, false, true) }, how, emit)
  end
  local run, value, fn, kind = core.validate_json(schema.core, name, text, settings.skip_validation)
  if run == true then return emit { file = name, status = 0 } end
  if kind ~= core.OVER then questions.answer_from(run, settings, value, fn, kind) end
  emit(verdict_of(run, name, nil, how))
  run:close()
end

-- Emits verdicts on the documents that begin on these lines, which are valid and have no warnings.
local function emit_valid(name, emit, ...)
  for i = 1, select("#", ...) do
    emit { file = name, line = (select(i, ...)), status = 0 }
  end
end

-- The same, where the names and mentions of each document stand after its line.
local function emit_mentioning(name, emit, ...)
  for i = 1, select("#", ...), 2 do
    local line, mentions = select(i, ...)
    emit { file = name, line = line, status = 0, mentions = mentions or nil }
  end
end

-- Takes the results of `core.validate_file`. Returns true when all verdicts are emitted, or else the source, or nil
-- when it cannot be read.
local function take_validated(name, emit, plan, line, other, ...)
  if not line then return type(other) ~= "string" and other or nil end
  if plan then
    emit_mentioning(name, emit, line, other, ...)
  elseif other then
    emit_valid(name, emit, line, other, ...)
  else
    emit_valid(name, emit, line)
  end
  return true
end

-- Emits the recorded verdicts on a job, if there are any. Returns whether the job is done, and the function that takes
-- its verdicts otherwise.
local function remembered(job, sources, emit)
  if not job.memory then return false, emit end
  return resume.take_up(job, sources, emit)
end

-- Reads a file, or returns nil and the verdict which says that it cannot be read.
local function read(listed, max_bytes, how)
  local source, about, name = source_files.listed(listed, max_bytes)
  if source then return source end
  return nil, unreadable(name, about, how)
end

-- Reads the file of a job. Most files have no violations and their schemas no functions: the core validates these in
-- one call, and true is returned when all verdicts are emitted.
local function read_or_validate(job, max_bytes, emit)
  local schema, path = job.schema, job.file.path
  if not schema or path == "-" or job.file.problem or job.how.merged or job.memory
    or schema.settings.code_in_values or file_access.open_text(path) then
    return read(job.file, max_bytes, job.how)
  end
  local plan = job.references
  local source = take_validated(path, emit, plan, core.validate_file(schema.core, path, path, max_bytes,
    schema.settings.skip_validation, plan and plan.core or nil, 0))
  if source then return source end
  return read(job.file, max_bytes, job.how) -- which also reads pipes, and returns the problem
end

local function validate_kinds(job, source, emit)
  kinds.validate(job.kinds, job.otherwise, source, function(run, line, kind)
    emit(verdict_of(run, source:name(), line, job.how, nil, kind))
  end, function(line, unknown)
    emit { file = source:name(), line = line, status = 0, skipped = true, unknown = unknown }
  end)
end

local A_SCHEMA = "it is a schema. To validate files by it, give it with -f: yschema check -f %s FILE..."

local function is_schema(source)
  return source:likely_schema() and ("\n" .. source:text()):find("\n#@data/values-schema", 1, true) ~= nil
end

-- Returns the verdict on a file that is no data values, or nil.
local function misplaced(source, schema, how)
  local name, advice = source:name(), no_schemas.why_not_validated(source)
  if is_schema(source) then advice = A_SCHEMA:format(name) end
  if advice then return unreadable(name, report.of_error("input-annotation", name, advice), how) end
  local about = foreign_templates.may_be(source) and foreign_templates.report(source, schema)
  if about and how.skip_templates then return { file = name, line = 1, status = 0, skipped = "file" } end
  return about and unreadable(name, about, how)
end

local function validate_source(job, source, emit)
  if job.kinds then return validate_kinds(job, source, emit) end
  if job.how.merged then return validate_merged(job.schema, { source }, job.how, emit) end
  each_document.validate(job.schema, source, function(run, line)
    emit(verdict_of(run, source:name(), line, job.how))
  end)
end

-- Validates a source that may be no data values at all. If it has violations, that is reported in place of them.
local function validate_doubtful(job, source, emit)
  if job.otherwise == "skip" and is_schema(source) then -- it is of no kind
    return emit { file = source:name(), line = 1, status = 0, skipped = true }
  end
  local verdicts, fits = {}, true
  validate_source(job, source, function(verdict)
    verdicts[#verdicts + 1] = verdict
    fits = fits and verdict.status == 0 and not verdict.known
  end)
  local verdict = not fits and misplaced(source, job.schema or job.kinds[1].schema, job.how)
  if verdict then return emit(verdict) end
  for _, each in ipairs(verdicts) do emit(each) end
end

-- Validates what the sources of a job contain, of which only layers have several.
local function validate_sources(job, sources, emit)
  if job.layers then return validate_merged(job.schema, sources, job.how, emit) end
  local source = sources[1]
  local doubtful = source:likely_schema() or foreign_templates.may_be(source) or no_schemas.why_not_validated(source)
  if doubtful then return validate_doubtful(job, source, emit) end
  validate_source(job, source, emit)
end

-- The collector does not know how much memory sources have.
local function close(sources)
  for _, source in ipairs(sources) do source:close() end
end

local function validate_layers(job, max_bytes, emit)
  local sources, readable = {}, true
  for i, listed in ipairs(job.layers) do
    local source, verdict = read(listed, max_bytes, job.how)
    if not source then
      readable = false
      emit(verdict)
    end
    sources[i] = source
  end
  if not readable then return end
  if job.how.matching then job.how.matching:take(sources) end
  local is_done
  is_done, emit = remembered(job, sources, emit)
  if not is_done then validate_sources(job, sources, emit) end
  close(sources)
end

-- Validates a file whose documents have names or mentions for others.
local function validate_mentioning(job, source, emit)
  local own = resolver.of_file(job, source)
  validate_sources(setmetatable({ how = changed(job.how, { resolver = own }) }, { __index = job }), { source },
    emit)
  own:finish(emit, verdict_of)
end

local function validate_file(job, max_bytes, emit)
  local source, verdict = read_or_validate(job, max_bytes, emit)
  if source == true then return end
  if not source then return emit(verdict) end
  if job.how.matching then job.how.matching:take { source } end
  local is_done
  is_done, emit = remembered(job, { source }, emit)
  if not is_done and job.references then
    validate_mentioning(job, source, emit)
  elseif not is_done then
    validate_sources(job, { source }, emit)
  end
  source:close()
end

-- Completes the verdicts on a job.
local function completing(job, receive)
  local schema = job.schema or job.kinds and job.kinds[1].schema
  local translate = schema and schema.translate
  return function(verdict)
    verdict.entry = job.entry
    if translate then translate(verdict) end
    receive(verdict)
  end
end

--- Validates sources that were read before, as the files of a job.
---@param job yschema.Job
---@param sources userdata[] of each layer, or of the only file
---@param receive fun(verdict: yschema.Verdict)
function validation.validate_sources(job, sources, receive)
  validate_sources(job, sources, completing(job, receive))
end

--- The same, with references to other documents of the file, about which there are later verdicts.
---@param job yschema.Job
---@param sources userdata[] of each layer, or of the only file
---@param receive fun(verdict: yschema.Verdict)
function validation.validate_referring(job, sources, receive)
  if not job.references or job.layers then return validation.validate_sources(job, sources, receive) end
  validate_mentioning(job, sources[1], completing(job, receive))
end

--- Validates a text that must be JSON, as the file of a job is validated.
---@param job yschema.Job without a file
---@param name string what reports call the text
---@param text string
---@param receive fun(verdict: yschema.Verdict) is called once
function validation.validate_line(job, name, text, receive)
  local translate = job.schema and job.schema.translate
  local function emit(verdict)
    verdict.entry, verdict.line = job.entry, nil
    if translate then translate(verdict) end
    receive(verdict)
  end
  if job.schema then return validate_json(job.schema, name, text, job.how, emit) end
  validate_kinds(job, core.source(name, text, false, true), emit)
end

--- Does a job. Each document of the file gets a verdict, in order; layers get one together.
---@param job yschema.Job
---@param receive fun(verdict: yschema.Verdict)
function validation.validate_job(job, receive)
  local own = (job.baseline or job.how.identify) and matching.of(job)
  if own then job = setmetatable({ how = changed(job.how, { matching = own }) }, { __index = job }) end
  local schema = job.schema or job.kinds and job.kinds[1].schema
  local max_bytes = schema and schema.settings.max_bytes or 0
  local emit = completing(job, receive)
  if job.layers then validate_layers(job, max_bytes, emit) else validate_file(job, max_bytes, emit) end
end

return validation
