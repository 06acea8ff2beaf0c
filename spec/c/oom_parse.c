/* oom_parse.c - Texts to trees, with every allocation failing in turn. */

#include "core/tolerant/readable.h"
#include "core/yaml/layout.h"
#include "oom_documents.h"
#include "oom_texts.h"

/* How many nodes the layout of a document has. */
static uint64_t count_nodes(const ys_layout *node) {
  uint64_t count = 1;
  for (const ys_layout *n = node->first; n != NULL; n = n->next)
    count += count_nodes(n);
  return count;
}

/* Adds where the nodes of the first source are written. */
static ys_status add_layout(ys_space *space, const ys_documents *documents,
                            uint64_t *hash) {
  ys_layouts layouts;
  const ys_status status = ys_layout_of(space, 0, documents, &layouts);
  if (status != YS_OK) return status;
  for (const ys_layout_document *d = layouts.first; d != NULL; d = d->next)
    *hash = *hash * 31 + d->end + count_nodes(d->root);
  return YS_OK;
}

/* The result of parsing `text`: its documents as YAML again, their layout, and
 * how many records there are. */
static ys_status parse_as(ys_memory memory, ys_str text, bool strict,
                          bool only_json, uint64_t *result) {
  ys_space space;
  YS_TRY(ys_space_init(&space, memory, NULL));
  space.strict = space.refuse_comments = strict;
  ys_documents documents = {0};
  uint16_t index;
  ys_status status = oom_add(&space.sources, memory, "t.yml", text, &index);
  if (status == YS_OK) {
    space.sources.list[index]->only_json = only_json;
    status = ys_parse(&space, index, &documents);
  }
  uint64_t hash = status == YS_INVALID ? 1 : 0;
  if (status == YS_OK) status = oom_hash_documents(memory, &documents, &hash);
  if (status == YS_OK) status = add_layout(&space, &documents, &hash);
  *result = hash * 31 + space.diags.count;
  ys_space_release(&space);
  return status == YS_NOMEM ? YS_NOMEM : YS_OK;
}

static ys_status parse(ys_memory memory, ys_str text, bool strict,
                       uint64_t *result) {
  return parse_as(memory, text, strict, false, result);
}

static ys_status values(ys_memory memory, uint64_t *result) {
  return parse(memory,
               YS_STR("# a comment\n"
                      "a: [1, 2.5, {b: c, d: ~}, \"quo\\nted\", 'x', !!str 7]\n"
                      "text: |\n  block\n  # no comment\n"
                      "folded: >-\n  one\n  two\n"
                      "yes: yes\n0x1F: 0b11\nempty:\n---\n- second\n- 1e3\n"),
               false, result);
}

static ys_status anchors(ys_memory memory, uint64_t *result) {
  return parse(memory,
               YS_STR("base: &b {host: h, port: 1, tags: &t [x, y]}\n"
                      "more: &m {ssl: true}\n"
                      "one: {<<: *b, port: 2}\n"
                      "two: {<<: [*b, *m], tags: *t}\n"
                      "three: *b\n"),
               false, result);
}

static ys_status annotations(ys_memory memory, uint64_t *result) {
  return parse(memory,
               YS_STR("#@data/values-schema\n---\n"
                      "#@ def f(): return 1\n"
                      "#! a note\n"
                      "#@schema/title \"Name\"\n"
                      "#@schema/validation min_len=1, one_of=[\"a\", \"b\"]\n"
                      "name: a #@schema/nullable\n"
                      "#@schema/desc 'many'\n"
                      "list:\n"
                      "#@schema/type any=True\n"
                      "- 1\n"),
               false, result);
}

static ys_status strict(ys_memory memory, uint64_t *result) {
  return parse(memory, YS_STR("a: true\nb: \"yes\"\nc: 1.0\nd: [null, x]\n"),
               true, result);
}

static ys_status comments(ys_memory memory, uint64_t *result) {
  return parse(memory, YS_STR("#@a\n# one\nb: 1 # two\n#! three\n"), true,
               result);
}

static ys_status invalid(ys_memory memory, uint64_t *result) {
  return parse(memory,
               YS_STR("a: 1\na: 2\nb: 99999999999999999999\nc: 1e999\n"
                      "? [complex]\n: 1\nd: *missing\nb: 3\n"),
               false, result);
}

static ys_status broken(ys_memory memory, uint64_t *result) {
  return parse(memory, YS_STR("a: b\n  - c: [\n"), false, result);
}

static ys_status not_text(ys_memory memory, uint64_t *result) {
  return parse(memory, YS_STR("a: \xC0\x80\n"), false, result);
}

/* A text that must be JSON is read by the same reader as one that happens to
 * be: this text, and the two below. */
static ys_status json(ys_memory memory, uint64_t *result) {
  return parse(
      memory,
      YS_STR("{\"a\": [1, 2.5e3, \"x\", \"y\\n\\ud83d\\ude00\", null],\n"
             " \"b\": {\"a\": {}, \"\\u0062\": true}, \"c\": []}"),
      false, result);
}

static ys_status json_with_violations(ys_memory memory, uint64_t *result) {
  return parse(memory,
               YS_STR("[{\"a\": 1, \"a\": 1e999},\n"
                      "99999999999999999999, {\"b\": 1, \"b\": 2}]"),
               false, result);
}

static ys_status nearly_json(ys_memory memory, uint64_t *result) {
  return parse(memory, YS_STR("[{\"a\": 1, \"a\": 2}, 1e999, \"\\n\", [[x]]]"),
               false, result);
}

static ys_status only_json(ys_memory memory, uint64_t *result) {
  return parse_as(memory, YS_STR("{\"a\": 1, \"a\": [\n\"\xFF\"]}"), false,
                  true, result);
}

/* A map that is large enough for an index. */
static ys_status many_keys(ys_memory memory, uint64_t *result) {
  static char text[16 * 200];
  size_t len = 0;
  for (int i = 0; i < 200; i++)
    len += (size_t)snprintf(text + len, sizeof text - len, "key%d: %d\n", i, i);
  return parse(memory, (ys_str){text, len}, false, result);
}

/* A text with errors, which is read again and again. */
static ys_status readable(ys_memory memory, uint64_t *result) {
  const ys_limits limits = YS_DEFAULT_LIMITS;
  ys_source *source;
  ys_arena arena;
  ys_str text;
  uint32_t repairs;
  YS_TRY(ys_source_new(memory, YS_STR("t.yml"),
                       YS_STR("a: [1, {b: \nc: \"d\ne\nf: g: h\nc: 2\n"),
                       &source));
  ys_arena_init(&arena, memory);
  const ys_status status =
      ys_make_readable(&arena, source, &limits, NULL, &text, &repairs);
  if (status == YS_OK) *result = ys_hash(repairs, text);
  ys_arena_release(&arena);
  ys_source_release(source);
  return status;
}

int main(void) {
  int failures = 0;
  failures += oom_loop("parse values", values, 20);
  failures += oom_loop("parse anchors", anchors, 20);
  failures += oom_loop("parse annotations", annotations, 20);
  failures += oom_loop("parse strictly", strict, 20);
  failures += oom_loop("parse and refuse comments", comments, 10);
  failures += oom_loop("parse a text with violations", invalid, 20);
  failures += oom_loop("parse a text that is no YAML", broken, 10);
  failures += oom_loop("parse what is no text", not_text, 3);
  failures += oom_loop("make a text readable", readable, 20);
  failures += oom_loop("parse JSON", json, 10);
  failures += oom_loop("parse JSON with violations", json_with_violations, 10);
  failures += oom_loop("parse what is nearly JSON", nearly_json, 10);
  failures += oom_loop("parse JSON that has to be", only_json, 5);
  failures += oom_loop("parse many keys", many_keys, 100);
  return failures > 0;
}
