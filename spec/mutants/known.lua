-- Mutants that no test can notice, and why: `file: old line => new line`, without the blanks around, or
-- `file: the line above / old line => new line`, where there are several such lines. A file of a case is
-- `spec/cases/TOPIC/NAME.txt: FILE`.
return {
  -- ---- cases ----------------------------------------------------------------
  ["spec/cases/code/loaded-files-are-no-values.txt: lib/unused.lib.yml: #@data/values-schema "
    .. "=> #@data/values-schemaz"] =
    "a library's file that nothing loads is not read",
  ["spec/cases/headers/library-is-skipped.txt: schema.yml: #@data/values-schema => #@data/values-schemaz"] =
    "what is for a library is left out as a whole",
  ["spec/cases/flags/output-unknown.txt: schema.yml: #@data/values-schema => #@data/values-schemaz"] =
    "an error of the flags ends the command before a file is read",
  ["spec/cases/flags/strict-refuses-yes.txt: values.yml: #@data/values => #@data/valuesz"] =
    "a text that is no YAML has no annotations",
  ["spec/cases/headers/data-values-schema-with-other-document.txt: schema.yml: #@data/values => #@data/valuesz"] =
    "the document is refused for being no schema, whatever it is",
  ["spec/cases/headers/definition-with-other-documents.txt: schema.yml: #@data/values => #@data/valuesz"] =
    "the document is refused for being no schema, whatever it is",

  -- ---- code -----------------------------------------------------------------
  ["csrc/core/evaluate/trial_memo.c: *out = (print){c->seed[1], c->seed[0]}; => "
    .. "*out = (print){c->seed[1], c->seed[1]};"] =
    "values with the same print are compared (is_same)",
  ['lua/yschema/starlark/string_methods.lua: define("lower", "", 0, function(s) / through(s) => '] =
    "the text that is made is charged as well, and stops the loop a little later",
  ["lua/yschema/codegen/operator_code.lua: return operand(concat { \"(\", ops[1].code, \" \", op, \" \", "
    .. "ops[2].code, \")\" }, \"bool\", false, => return operand(concat { \"(\", ops[1].code, \" \", op, \" \", "
    .. "ops[2].code, \")\" }, \"bool\", true,"] = "a comparison that is computed twice gives the same both times",
  ['lua/yschema/codegen/statement_code.lua: return concat(body, "; "), not (last and leaves[last.type]) and own or nil'
    .. ' => return concat(body, "; "), not (last or leaves[last.type]) and own or nil'] =
    "variables that branches certainly assign are checked when they are read",
  ["lua/yschema/codegen/generator.lua: return operand(code, kind, false, nested + 1) => "
    .. "return operand(code, kind, false, nested + 2)"] = "temporaries are made a little earlier",
  ["lua/yschema/codegen/float_code.lua: local function is_whole(x) return x == floor(x) and x < huge and x > -huge end"
    .. " => local function is_whole(x) return x == floor(x) and x <= huge and x > -huge end"] =
    "an infinite number is a float, whether that is noted or not",
  ['lua/yschema/modules/encoding/url.lua: local equals = find(piece, "=", 1, true) or #piece + 1 => '
    .. 'local equals = find(piece, "=", 1, true) or #piece + 2'] =
    "after the end of a text there is nothing, however far",
  ['lua/yschema/values/placing.lua: if choice.mode ~= "all-of" or not is_map(value) then return value end'
    .. ' => if choice.mode ~= "all-of" or is_map(value) then return value end'] =
    "what other members demand is given when the document is repaired, too, after more tries",
  ["csrc/core/text/source.c: if (name.len >= UINT32_MAX || text_size >= UINT32_MAX || => "
    .. "if (name.len >= UINT32_MAX || text_size >= UINT32_MAX &&"] =
    "only a text of 4 GiB, for which there is memory, would show it",
  ["csrc/core/evaluate/trial.c: if (!*out || t->choice->count == 1 || !ys_is_collection(stop->slot)) => "
    .. "if (!*out || t->choice->count == 1 && !ys_is_collection(stop->slot))"] =
    "what holds already is validated once more",
  ["csrc/core/overlay/search.c: return problem(p, words, 1); => return problem(p, words, 2);"] =
    "a text after the only one is read, which only the sanitizers report",
  ["csrc/lua/workers/link.c: if (came <= 0) return false; => if (came <= 1) return false;"] =
    "the kernel would have to deliver a single byte of a record",
  ["lua/yschema/init.lua: function yschema.migrate(request, options) / settle() => "] =
    "what it returns has no arrays of values",
  ["csrc/lua/value/key_index.c: uint32_t count = field->kind == YS_MAP ? 1 : 0; => "
    .. "uint32_t count = field->kind == YS_MAP ? 1 : 1;"] = "the table is larger than it has to be",
  ["csrc/core/print/template.c: size_t part = 0; /* where in `out` the open bracket's text begins */ => "
    .. "size_t part = 1; /* where in `out` the open bracket's text begins */"] =
    "an opening bracket sets it before a closing one reads it",
  ["csrc/core/base/memory.h: size_t step = (size + 7) & ~(size_t)7; => size_t step = (size + 8) & ~(size_t)7;"] =
    "a piece of memory is some bytes larger than it has to be",
  ["csrc/core/compile/checks.c: enum { MOST_VISITS = 10000 }; => enum { MOST_VISITS = 10001 };"] =
    "the bound of the work is one visit later",
  ["csrc/core/base/float.c: if (!doubles_are_exact || !(number >= 1e-7 && number < 1e15)) return false; => "
    .. "if (!(!doubles_are_exact || !(number >= 1e-7 && number < 1e15))) return false;"] =
    "without the fast path, the slow one finds the same digits",
  ["csrc/core/base/float.c: if (d->count > 0 && magnitude <= 310 && magnitude > -330) => "
    .. "if (d->count > 0 && magnitude <= 310 && magnitude >= -330)"] =
    "a decimal below 1e-330 is 0, whether it is computed or not",
  ["csrc/core/rule/rule.c: size_t i = 0; => size_t i = 1;"] =
    "the list has some places more than there are named rules",
  ["csrc/lua/base/owner.c: owner->busy--; / ysl_settle(owner); => ;"] =
    "what is closed while it is used is given back by the collector, later",
  ["csrc/core/yaml/comment.c: return at + 1 < marks->end && at[1] == '\\n' ? at + 2 : at + 1; => "
    .. "return at < marks->end && at[1] == '\\n' ? at + 2 : at + 1;"] =
    "a byte after the text is read, which only the sanitizers report (test_attach)",
  ["csrc/core/check/fill.c: if (below && field != NULL && field->has_collections) => "
    .. "if (below || field != NULL && field->has_collections)"] =
    "a map with a key of no field is invalid, and not filled; what is filled stays as it is",
  ["csrc/core/overlay/rows.c: while (size / 4 < rows->count && size <= UINT32_MAX / 4) => "
    .. "while (size / 4 <= rows->count && size <= UINT32_MAX / 4)"] = "the table is larger than it has to be",
  ["csrc/core/overlay/rows.c: while (size / 4 < rows->count && size <= UINT32_MAX / 4) => "
    .. "while (size / 5 < rows->count && size <= UINT32_MAX / 4)"] = "the table is larger than it has to be",
  ["csrc/core/overlay/rows.c: if (rows->count > rows->mask / 2) return make_table(arena, rows); => "
    .. "if (rows->count > rows->mask / 3) return make_table(arena, rows);"] = "the table grows earlier",
  ['csrc/lua/report/report.c: ys_str args[2] = {{"", 0}, {"", 0}}, calls = {"", 0}; => '
    .. 'ys_str args[3] = {{"", 0}, {"", 0}}, calls = {"", 0};'] =
    "the third place is never used",
  ["csrc/core/yaml/template.c: *list = ys_arena_zalloc(&part->space->arena, count + 1, sizeof **list); => "
    .. "*list = ys_arena_zalloc(&part->space->arena, count, sizeof **list);"] =
    "the last place of the list is never used",
  ['lua/yschema/starlark/string_methods.lua: define("removeprefix", "prefix", 1, function(s, prefix) => '
    .. 'define("removeprefix", "prefix", 2, function(s, prefix)'] =
    "of one parameter no second can be missing",
  ['lua/yschema/codegen/operator_code.lua: local direct = { ["/"] = true, ["%"] = true, ["//"] = not jit } => '
    .. 'local direct = { ["/"] = true, ["%"] = false, ["//"] = not jit }'] =
    "Lua's own operator gives what the helper gives, only sooner",
  ["lua/yschema/codegen/condition_code.lua: "
    .. "local test = self:truth_of(operand(result, i == 2 and ops[1].kind or kind)) => "
    .. "local test = self:truth_of(operand(result, i == 2 and ops[1].kind and kind))"] =
    "a test that knows no kind is Starlark's for all kinds",
  ["lua/yschema/starlark/arithmetic.lua: "
    .. "if has_integers or product < exact and product > -exact then return product end => "
    .. "if has_integers and product < exact and product > -exact then return product end"] =
    "what is not returned at once is multiplied exactly, which gives the same",
  ['lua/yschema/starlark/collection_methods.lua: dict_method("popitem", "", 0, function(dict) => '
    .. 'dict_method("popitem", "", 1, function(dict)'] = "of no parameter none can be missing",
  ["lua/yschema/starlark/string_methods.lua: if extra <= 1 then return all end => if extra < 1 then return all end"] =
    "of one part that is too many nothing is joined",
  ["lua/yschema/codegen/generator.lua: "
    .. "scope = context.scope, context = context, out = {}, here = \"\", temporaries = 0, => "
    .. "scope = context.scope, context = context, out = {}, here = \"\", temporaries = 1,"] =
    "the names of temporaries only have to differ",
  ["lua/resty/yschema/serve/reloading.lua: until tries >= 10 and not (waits and ngx.now() < last) => "
    .. "until tries >= 10 and not (waits and ngx.now() <= last)"] =
    "the time at which patience ends is not met to the millisecond",
  ["lua/yschema/checker/generator.lua: if not test or whole <= 0 then return nil end => "
    .. "if not test and whole <= 0 then return nil end"] =
    "the function of a root has a few lines, which Lua never refuses for their number of locals or upvalues",
  ["lua/yschema/codegen/condition_code.lua: if node.type == \"unary\" and node.op == \"not\" then => "
    .. "if node.type ~= \"unary\" and node.op == \"not\" then"] =
    "the value of `not x` is its truth: only the code is longer",
  ["csrc/core/print/masking.c: ys_arena_zalloc(arena, masks->span_count + 1, sizeof *masks->spans); => "
    .. "ys_arena_zalloc(arena, masks->span_count + 2, sizeof *masks->spans);"] =
    "more memory than is used",
  ["lua/yschema/api/schema.lua: "
    .. "if self.checked_bytes and (checks == generated_at or self.checked_bytes >= enough_bytes) then => "
    .. "if self.checked_bytes and (checks == generated_at or self.checked_bytes > enough_bytes) then"] =
    "functions are generated when one more byte was checked",
}
