#include "core/json/read.h"

#include "core/base/bytes.h"
#include "core/json/reader.h"

/* ---- places -------------------------------------------------------------- */

bool ys_jsonread_likely(ys_str text) {
  size_t at = 0;
  while (at < text.len && ys_is_space(text.ptr[at]))
    at++;
  return at < text.len && (text.ptr[at] == '{' || text.ptr[at] == '[');
}

/* Skips blanks and counts lines, which end with LF, CR or CRLF. Lines can only
 * end here, because no JSON value contains a line break. */
static const char *skip_each_blank(ys_json_reader *r, const char *at) {
  const char *end = r->end;
  for (; at < end && ys_is_space(*at); at++) {
    if (*at == ' ' || *at == '\t') continue;
    if (*at == '\r' && end - at > 1 && at[1] == '\n') continue;
    r->line++;
    r->packed = ys_line_of(r->line, r->source);
    r->origin = at + 1;
  }
  return at;
}

static inline const char *skip_blanks(ys_json_reader *r, const char *at) {
  if (at == r->end || (unsigned char)*at > ' ') return at;
  return skip_each_blank(r, at);
}

static inline bool is_next(const ys_json_reader *r, const char *at, char c) {
  return at < r->end && *at == c;
}

/* Makes a slot, without key and value, for what begins here; returns NULL when
 * out of memory. */
static inline ys_slot *new_slot(ys_json_reader *r, const char *at) {
  ys_slot *slot = ys_arena_alloc(&r->space->arena, sizeof *slot);
  if (slot == NULL) return NULL;
  const ys_place place = ys_json_place(r, at);
  *slot = (ys_slot){.kind = YS_NULL};
  if (!ys_slot_start_on(slot, &r->packed, place.column) &&
      ys_slot_start(&r->space->arena, slot, place) != YS_OK)
    return NULL;
  return slot;
}

/* ---- collections --------------------------------------------------------- */

static ys_json_frame *new_frame(ys_json_reader *r) {
  ys_json_frame *top = r->spare;
  if (top == NULL) {
    top = ys_arena_alloc(&r->space->arena, sizeof *top);
    if (top == NULL) return NULL;
  } else {
    r->spare = top->below;
  }
  top->below = r->top;
  return top;
}

static ys_status too_deep(ys_json_reader *r, const char *at) {
  return ys_space_limit(r->space, YS_E_TOO_DEEP, ys_json_place(r, at),
                        r->space->limits.max_depth);
}

/* Reads the bracket that begins a collection. */
static const char *open_collection(ys_json_reader *r, const char *at,
                                   ys_kind kind, ys_slot *slot) {
  if (r->depth >= r->space->limits.max_depth)
    return ys_json_fail(r, too_deep(r, at));
  ys_slot_set_kind(slot, kind); /* it had no value */
  slot->u.first = NULL;
  ys_json_frame *top = new_frame(r);
  if (top == NULL) return ys_json_fail(r, YS_NOMEM);
  top->slot = slot;
  top->end = &slot->u.first;
  top->size = 0;
  top->ascending = true;
  top->position = 0;
  top->shape = r->shape;
  top->begins = at;
  r->top = top;
  r->depth++;
  return at + 1;
}

/* Looks for repeated keys. There are none when all keys stand in the order of
 * the shape. */
static ys_status check_keys(ys_json_reader *r, const ys_json_frame *top) {
  if (top->slot->kind != YS_MAP || top->ascending) return YS_OK;
  const ys_status status = ys_map_check_keys(&r->keyset, top->slot);
  if (status != YS_INVALID) return status;
  r->invalid = true;
  return YS_OK;
}

/* Reads the bracket that ends the innermost collection. */
static const char *close_collection(ys_json_reader *r, const char *at) {
  ys_json_frame *top = r->top;
  ys_slot *slot = top->slot;
  r->top = top->below;
  top->below = r->spare;
  r->spare = top;
  r->depth--;
  ys_status status = ys_slot_close(&r->space->arena, slot, NULL, top->size);
  if (status == YS_OK) status = check_keys(r, top);
  return status == YS_OK ? at + 1 : ys_json_fail(r, status);
}

/* ---- values -------------------------------------------------------------- */

/* Reads the value that begins here. Of a collection it reads only the opening
 * bracket. */
static inline const char *read_value(ys_json_reader *r, const char *at,
                                     ys_slot *slot) {
  ys_str text;
  if (at == r->end) return ys_json_refuse(r, YS_JSON_VALUE, at);
  switch (*at) {
  case '"':
    at = ys_json_string(r, at, &text);
    if (at == NULL) return NULL;
    if (ys_slot_set_text(&r->space->arena, slot, text) != YS_OK)
      return ys_json_fail(r, YS_NOMEM);
    return at;
  case '{': return open_collection(r, at, YS_MAP, slot);
  case '[': return open_collection(r, at, YS_ARRAY, slot);
  case 't':
  case 'f':
  case 'n': return ys_json_word(r, at, slot);
  default:
    if (*at == '-' || ys_is_digit(*at)) return ys_json_number(r, at, slot);
    return ys_json_refuse(r, YS_JSON_VALUE, at);
  }
}

/* ---- keys ---------------------------------------------------------------- */

/* How many keys of a shape are tried, from the expected one on. Documents leave
 * out some of the keys that have defaults. */
enum { TRIES = 4 };

/* Whether the quote at `at` begins this key. Almost all others differ in the
 * first bytes. */
static inline bool is_key_at(const ys_key *key, const char *at, size_t left) {
  const size_t size = key->text.len;
  uint64_t begins;
  if (left > sizeof begins) {
    memcpy(&begins, at + 1, sizeof begins);
    if (((begins ^ key->head) & key->mask) != 0) return false;
    if (size < sizeof begins) return key->plain;
  }
  return key->plain && left >= size + 2 && at[size + 1] == '"' &&
         ys_bytes_equal(at + 1, key->text.ptr, size);
}

/* Finds the key that begins here among the next keys of the map's shape, and
 * returns its end; else returns NULL. */
static inline const char *find_key(ys_json_reader *r, const char *at,
                                   ys_slot *entry) {
  ys_json_frame *top = r->top;
  const ys_shape *shape = top->shape;
  const size_t left = (size_t)(r->end - at);
  if (shape == NULL || !is_next(r, at, '"')) return NULL;
  for (uint32_t i = top->position;
       i < shape->count && i - top->position < TRIES; i++) {
    const ys_key *key = shape->keys[i];
    if (!is_key_at(key, at, left)) continue;
    entry->key = key;
    top->position = i + 1;
    r->shape = shape->below != NULL ? shape->below[i] : NULL;
    return at + key->text.len + 2;
  }
  return NULL;
}

/* Returns the key with this text, which the shape does not have next. */
static ys_status intern_key(ys_json_reader *r, ys_str text,
                            const ys_key **out) {
  ys_slot key = {0};
  if (!r->has_keys) ys_key_reader_init(r->keys, r->space);
  r->has_keys = true;
  *out = ys_key_guess(r->keys, text);
  ys_slot_show_text(&key, &text);
  return *out != NULL ? YS_OK : ys_key_of(r->keys, &key, true, out);
}

/* Reads any key. */
static const char *read_other_key(ys_json_reader *r, const char *at,
                                  ys_slot *entry) {
  ys_json_frame *top = r->top;
  const ys_shape *shape = top->shape;
  ys_str text;
  if (!is_next(r, at, '"')) return ys_json_refuse(r, YS_JSON_KEY, at);
  at = ys_json_string(r, at, &text);
  if (at == NULL) return NULL;
  const ys_status status = intern_key(r, text, &entry->key);
  if (status != YS_OK) return ys_json_fail(r, status);
  top->ascending = false;
  r->shape = NULL;
  if (shape == NULL) return at;
  const int64_t position = ys_shape_find(shape, entry->key, top->position);
  if (position < 0) return at;
  top->position = (uint32_t)position + 1;
  if (shape->below != NULL) r->shape = shape->below[position];
  return at;
}

/* Reads the key of an entry, its colon, and the blanks after it. */
static inline const char *read_key(ys_json_reader *r, const char *at,
                                   ys_slot *entry) {
  const char *end = find_key(r, at, entry);
  if (end == NULL) end = read_other_key(r, at, entry);
  if (end == NULL) return NULL;
  end = skip_blanks(r, end);
  if (!is_next(r, end, ':')) return ys_json_refuse(r, YS_JSON_COLON, end);
  return skip_blanks(r, end + 1);
}

/* ---- the text ------------------------------------------------------------ */

/* Reads the next item of the innermost collection, or its end. */
static inline const char *read_next(ys_json_reader *r, const char *at) {
  ys_json_frame *top = r->top;
  const bool map = top->slot->kind == YS_MAP;
  at = skip_blanks(r, at);
  if (is_next(r, at, map ? '}' : ']')) return close_collection(r, at);
  if (top->size > 0) {
    if (!is_next(r, at, ','))
      return ys_json_refuse(r, map ? YS_JSON_ENTRY : YS_JSON_ITEM, at);
    at = skip_blanks(r, at + 1);
  }
  ys_slot *item = new_slot(r, at);
  if (item == NULL) return ys_json_fail(r, YS_NOMEM);
  r->shape = top->shape;
  if (map) at = read_key(r, at, item);
  if (at == NULL) return NULL;
  *top->end = item;
  top->end = &item->next;
  top->size++;
  return read_value(r, at, item);
}

static ys_status read_text(ys_json_reader *r, ys_slot *document) {
  const char *at = read_value(r, skip_blanks(r, r->text), document);
  while (at != NULL && r->top != NULL)
    at = read_next(r, at);
  if (at != NULL) at = skip_blanks(r, at);
  if (at != NULL && at < r->end) at = ys_json_refuse(r, YS_JSON_MORE, at);
  if (at == NULL) return r->status;
  return r->invalid ? YS_INVALID : YS_OK;
}

ys_status ys_jsonread(ys_space *space, const ys_extract *extract, bool only,
                      ys_slot *document, bool *is_json) {
  const char *text = extract->text.len > 0 ? extract->text.ptr : "";
  const ys_diags before = space->diags;
  ys_key_reader keys;
  ys_json_reader r = {.space = space,
                      .extract = extract,
                      .text = text,
                      .end = text + extract->text.len,
                      .origin = text,
                      .source = extract->source,
                      .line = extract->above + 1,
                      .packed = ys_line_of(extract->above + 1, extract->source),
                      .shape = space->expected,
                      .keys = &keys,
                      .only = only};
  ys_keyset_init(&r.keyset, space);
  const ys_status status = read_text(&r, document);
  ys_keyset_release(&r.keyset);
  if (r.has_keys) ys_key_reader_release(&keys);
  *is_json = !r.other;
  if (r.other && !only) ys_diags_restore(&space->diags, &before);
  return status;
}
