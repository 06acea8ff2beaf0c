#include "core/json/read.h"

#include "core/json/reader.h"

/* ---- places -------------------------------------------------------------- */

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool ys_jsonread_likely(ys_str text) {
  size_t at = 0;
  while (at < text.len && is_blank(text.ptr[at]))
    at++;
  return at < text.len && (text.ptr[at] == '{' || text.ptr[at] == '[');
}

/* Skips blanks and counts lines, which end with LF, CR or CRLF. Lines can only
 * end here, because no JSON value contains a line break. */
static inline void skip_blanks(ys_json_reader *r) {
  const char *at = r->at, *end = r->end;
  for (; at < end && is_blank(*at); at++) {
    if (*at == ' ' || *at == '\t') continue;
    if (*at == '\r' && end - at > 1 && at[1] == '\n') continue;
    r->line++;
    r->line_start = at + 1;
    r->extra = 0;
  }
  r->at = at;
}

static inline bool is_next(const ys_json_reader *r, char c) {
  return r->at < r->end && *r->at == c;
}

/* Makes a slot, without key and value, for what begins here; returns NULL when
 * out of memory. */
static inline ys_slot *new_slot(ys_json_reader *r) {
  ys_slot *slot = ys_arena_alloc(&r->space->arena, sizeof *slot);
  if (slot == NULL) return NULL;
  *slot = (ys_slot){.kind = YS_NULL};
  ys_slot_set_place(slot, ys_json_place(r));
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

static ys_status open_collection(ys_json_reader *r, ys_kind kind,
                                 ys_slot *slot) {
  const uint32_t most = r->space->limits.max_depth;
  if (r->depth >= most) {
    YS_TRY(ys_space_limit(r->space, YS_E_TOO_DEEP, ys_json_place(r), most));
    return YS_INVALID;
  }
  YS_TRY(ys_slot_make_collection(&r->space->arena, slot, kind));
  ys_json_frame *top = new_frame(r);
  if (top == NULL) return YS_NOMEM;
  top->slot = slot;
  top->last = NULL;
  top->end = &slot->u.items->first;
  top->size = 0;
  top->begins = r->at++;
  r->top = top;
  r->depth++;
  return YS_OK;
}

static ys_status close_collection(ys_json_reader *r) {
  ys_json_frame *top = r->top;
  ys_slot *slot = top->slot;
  r->at++;
  slot->size = top->size;
  slot->u.items->last = top->last;
  r->top = top->below;
  top->below = r->spare;
  r->spare = top;
  r->depth--;
  if (slot->kind != YS_MAP) return YS_OK;
  const ys_status status = ys_map_check_keys(&r->keyset, slot);
  if (status != YS_INVALID) return status;
  r->invalid = true;
  return YS_OK;
}

/* ---- values -------------------------------------------------------------- */

/* Reads the value that begins here. Of a collection it reads only the opening
 * bracket. */
static ys_status read_value(ys_json_reader *r, ys_slot *slot) {
  ys_str text;
  if (r->at == r->end) return ys_json_refuse(r, YS_JSON_VALUE, r->at);
  switch (*r->at) {
  case '"':
    YS_TRY(ys_json_string(r, &text));
    ys_slot_set_text(slot, text);
    return YS_OK;
  case '{': return open_collection(r, YS_MAP, slot);
  case '[': return open_collection(r, YS_ARRAY, slot);
  case 't':
  case 'f':
  case 'n': return ys_json_word(r, slot);
  default:
    if (*r->at == '-' || (*r->at >= '0' && *r->at <= '9'))
      return ys_json_number(r, slot);
    return ys_json_refuse(r, YS_JSON_VALUE, r->at);
  }
}

/* Reads the key of an entry, its colon, and the blanks after it. */
static ys_status read_key(ys_json_reader *r, ys_slot *entry) {
  ys_str text;
  if (!is_next(r, '"')) return ys_json_refuse(r, YS_JSON_KEY, r->at);
  YS_TRY(ys_json_string(r, &text));
  entry->key = ys_key_guess(&r->keys, text);
  if (entry->key == NULL) {
    const ys_slot key = {
        .kind = YS_STRING, .size = (uint32_t)text.len, .u.text = text.ptr};
    YS_TRY(ys_key_of(&r->keys, &key, true, &entry->key));
  }
  skip_blanks(r);
  if (!is_next(r, ':')) return ys_json_refuse(r, YS_JSON_COLON, r->at);
  r->at++;
  skip_blanks(r);
  return YS_OK;
}

/* Reads the next item of the innermost collection, or its end. */
static ys_status read_next(ys_json_reader *r) {
  ys_json_frame *top = r->top;
  const bool map = top->slot->kind == YS_MAP;
  skip_blanks(r);
  if (is_next(r, map ? '}' : ']')) return close_collection(r);
  if (top->size > 0) {
    if (!is_next(r, ','))
      return ys_json_refuse(r, map ? YS_JSON_ENTRY : YS_JSON_ITEM, r->at);
    r->at++;
    skip_blanks(r);
  }
  ys_slot *item = new_slot(r);
  if (item == NULL) return YS_NOMEM;
  if (map) YS_TRY(read_key(r, item));
  *top->end = top->last = item;
  top->end = &item->next;
  top->size++;
  return read_value(r, item);
}

static ys_status read_text(ys_json_reader *r, ys_slot *document) {
  skip_blanks(r);
  YS_TRY(read_value(r, document));
  while (r->top != NULL)
    YS_TRY(read_next(r));
  skip_blanks(r);
  if (r->at < r->end) return ys_json_refuse(r, YS_JSON_MORE, r->at);
  return r->invalid ? YS_INVALID : YS_OK;
}

ys_status ys_jsonread(ys_space *space, const ys_extract *extract, bool only,
                      ys_slot *document, bool *is_json) {
  const char *text = extract->text.len > 0 ? extract->text.ptr : "";
  const ys_diags before = space->diags;
  ys_json_reader r = {.space = space,
                      .extract = extract,
                      .text = text,
                      .at = text,
                      .end = text + extract->text.len,
                      .line_start = text,
                      .line = extract->above + 1,
                      .only = only};
  ys_keyset_init(&r.keyset, space);
  ys_key_reader_init(&r.keys, space);
  const ys_status status = read_text(&r, document);
  ys_keyset_release(&r.keyset);
  ys_key_reader_release(&r.keys);
  *is_json = !r.other;
  if (r.other && !only) ys_diags_restore(&space->diags, &before);
  return status;
}
