/* core/print/json.c - Writes trees as JSON (core/print/emit.h). */

#include "core/base/bytes.h"
#include "core/print/emit.h"
#include "core/scalar/scalar.h"
#include "core/text/escape.h"

/* ---- strings ------------------------------------------------------------- */

static bool needs_escape(uint32_t code) {
  return code < 0x20 || code == '"' || code == '\\' ||
         (code >= 0x7F && code < 0xA0) || ys_is_invisible(code);
}

static void add_escape(ys_buf *out, uint32_t code) {
  static const char codes[] = "\b\t\n\f\r\"\\";
  static const char names[] = "btnfr\"\\";
  const char *known =
      code < 0x80 && code != 0 ? strchr(codes, (int)code) : NULL;
  ys_buf_char(out, '\\');
  if (known != NULL) {
    ys_buf_char(out, names[known - codes]);
    return;
  }
  ys_buf_char(out, 'u');
  for (int shift = 12; shift >= 0; shift -= 4)
    ys_buf_char(out, "0123456789abcdef"[code >> shift & 15]);
}

/* Writes a text that is not plain. Stretches of plain bytes are copied. False:
 * it has bytes that are not UTF-8, which were replaced. */
static bool add_escaped(ys_buf *out, ys_str s, const char *at) {
  const char *end = s.ptr + s.len, *start = s.ptr;
  bool valid = true;
  for (; at < end; at = ys_bytes_skip_plain(at, end)) {
    uint32_t code = 0;
    const size_t len = ys_utf8_next(s, (size_t)(at - s.ptr), &code);
    if (len > 0 && !needs_escape(code)) {
      at += len;
      continue;
    }
    ys_buf_add(out, (ys_str){start, (size_t)(at - start)});
    if (len == 0)
      ys_buf_cstr(out, "\xEF\xBF\xBD");
    else
      add_escape(out, code);
    valid &= len > 0;
    start = at += len > 0 ? len : 1;
  }
  ys_buf_add(out, (ys_str){start, (size_t)(end - start)});
  return valid;
}

/* Writes a text in quotes. An empty text may have a NULL pointer. */
static bool add_string(ys_buf *out, ys_str s) {
  const char *end = s.len == 0 ? s.ptr : s.ptr + s.len;
  const char *plain = s.len == 0 ? end : ys_bytes_skip_plain(s.ptr, end);
  if (plain != end) {
    ys_buf_char(out, '"');
    const bool valid = add_escaped(out, s, plain);
    ys_buf_char(out, '"');
    return valid;
  }
  char *at = ys_buf_extend(out, s.len + 2);
  if (at == NULL) return true;
  at[0] = at[s.len + 1] = '"';
  if (s.len > 0) memcpy(at + 1, s.ptr, s.len);
  return true;
}

void ys_emit_json_string(ys_buf *out, ys_str s) {
  (void)add_string(out, s);
}

/* ---- values -------------------------------------------------------------- */

/* Collections nested deeper than this are written on one line, because
 * indentation makes each line longer. */
enum { MAX_LINES_DEPTH = 32, ONE_LINE = MAX_LINES_DEPTH };

/* The values that JSON cannot represent. */
typedef struct loss {
  bool replaces; /* bytes that are not UTF-8 */
  const char *problem;
  const ys_slot *slot;
} loss;

static bool refuse(loss *lost, const ys_slot *slot, const char *problem) {
  lost->problem = problem;
  lost->slot = slot;
  return false;
}

/* Writes the text of a slot or of one of its keys. */
static bool add_text(ys_buf *out, ys_str text, const ys_slot *slot,
                     loss *lost) {
  return add_string(out, text) || lost->replaces ||
         refuse(lost, slot, "JSON has no bytes that are not UTF-8");
}

static bool emit(ys_buf *out, const ys_slot *slot, int depth, loss *lost);

static bool is_text(const void *about, const void *one, const void *wanted) {
  (void)about;
  return ys_str_eq(*(const ys_str *)one, *(const ys_str *)wanted);
}

/* Whether a string has the text of another key. Those that are no strings are
 * added to the set. */
static ys_status find_repeated(ys_set *texts, const ys_slot *map, bool *found) {
  const uint64_t seed = ys_hash_seed(texts);
  for (const ys_slot *i = ys_slot_first(map); i != NULL; i = i->next)
    if (i->key->kind != YS_STRING)
      YS_TRY(ys_set_add(texts, ys_hash(seed, i->key->text), &i->key->text));
  for (const ys_slot *i = ys_slot_first(map); i != NULL && !*found; i = i->next)
    if (i->key->kind == YS_STRING)
      *found = ys_set_find(texts, ys_hash(seed, i->key->text), &i->key->text) !=
               NULL;
  return YS_OK;
}

/* Whether two keys become the same in JSON, such as `1` and `"1"`. */
static bool repeats_key(ys_buf *out, const ys_slot *map) {
  ys_set texts = {.memory = out->memory, .same = is_text};
  size_t others = 0;
  bool found = false;
  for (const ys_slot *i = ys_slot_first(map); i != NULL; i = i->next)
    others += i->key->kind != YS_STRING;
  if (others == 0 || others == ys_slot_size(map)) return false;
  out->failed |= find_repeated(&texts, map, &found) != YS_OK;
  ys_set_release(&texts);
  return found;
}

static void begin_line(ys_buf *out, int depth) {
  ys_buf_char(out, '\n');
  ys_buf_repeat(out, ' ', (size_t)depth * 2);
}

static bool emit_items(ys_buf *out, const ys_slot *slot, int depth,
                       loss *lost) {
  const bool map = slot->kind == YS_MAP;
  const bool lines = depth < ONE_LINE && ys_slot_first(slot) != NULL;
  const int below = lines ? depth + 1 : ONE_LINE;
  if (map && repeats_key(out, slot))
    return refuse(lost, slot,
                  "JSON has no keys but strings, and two keys of a map are the "
                  "same string (such as 1 and \"1\")");
  ys_buf_char(out, map ? '{' : '[');
  for (const ys_slot *i = ys_slot_first(slot); i != NULL; i = i->next) {
    if (lines) begin_line(out, below);
    if (map) {
      if (!add_text(out, i->key->text, slot, lost)) return false;
      ys_buf_char(out, ':');
      if (lines) ys_buf_char(out, ' ');
    }
    if (!emit(out, i, below, lost)) return false;
    if (i->next != NULL) ys_buf_char(out, ',');
  }
  if (lines) begin_line(out, depth);
  ys_buf_char(out, map ? '}' : ']');
  return true;
}

/* Recursion is bounded by the parser's limit on depth. */
static bool emit(ys_buf *out, const ys_slot *slot, int depth, loss *lost) {
  if (ys_is_collection(slot)) return emit_items(out, slot, depth, lost);
  if (slot->kind == YS_STRING)
    return add_text(out, ys_slot_text(slot), slot, lost);
  if (slot->kind == YS_FLOAT && !ys_slot_is_exact(slot) &&
      slot->u.number - slot->u.number != 0)
    return refuse(lost, slot,
                  slot->u.number != slot->u.number ? "JSON has no .nan"
                                                   : "JSON has no .inf");
  ys_scalar_write(out, slot);
  return true;
}

static ys_status emit_document(const ys_slot *document, ys_buf *out, int depth,
                               bool replaces, const char **problem) {
  const size_t start = out->len;
  loss lost = {.replaces = replaces};
  if (!emit(out, document, depth, &lost)) {
    out->len = start;
    *problem = lost.problem;
    return YS_INVALID;
  }
  ys_buf_char(out, '\n');
  return ys_buf_status(out);
}

ys_status ys_emit_json(const ys_slot *document, ys_buf *out,
                       const char **problem) {
  return emit_document(document, out, ONE_LINE, false, problem);
}

ys_status ys_emit_json_replaced(const ys_slot *document, ys_buf *out,
                                const char **problem) {
  return emit_document(document, out, ONE_LINE, true, problem);
}

ys_status ys_emit_json_lines(const ys_slot *document, ys_buf *out,
                             const char **problem) {
  return emit_document(document, out, 0, false, problem);
}

/* ---- problems ------------------------------------------------------------ */

/* Finds a slot in a tree. The text of its path is for the arena. */
static bool locate(ys_arena *arena, const ys_slot *tree, const ys_slot *wanted,
                   const ys_path *path, ys_str *out) {
  uint32_t index = 0;
  if (tree == wanted) {
    if (ys_path_text(arena, path, out) != YS_OK) *out = (ys_str){0};
    return true;
  }
  if (!ys_is_collection(tree)) return false;
  for (const ys_slot *s = ys_slot_first(tree); s != NULL; s = s->next) {
    const ys_path below = {path, s->key, index++};
    if (locate(arena, s, wanted, &below, out)) return true;
  }
  return false;
}

void ys_emit_json_problem(const ys_slot *document, ys_buf *out) {
  const size_t start = out->len;
  const ys_path root = {0};
  ys_str path = {0};
  ys_arena arena;
  loss lost = {.problem = "", .slot = document};
  (void)emit(out, document, ONE_LINE, &lost);
  out->len = start;
  ys_arena_init(&arena, out->memory);
  locate(&arena, document, lost.slot, &root, &path);
  ys_buf_add(out, path);
  if (path.len > 0) ys_buf_cstr(out, ": ");
  ys_buf_cstr(out, lost.problem);
  ys_arena_release(&arena);
}
