/* core/check/sensitive_text.c - Notes what seems to be sensitive in a text that
 * is neither YAML nor JSON. */

#include "core/check/sensitive.h"
#include "core/tree/secret.h"

typedef struct reader {
  ys_space *space;
  ys_keys names;  /* of the sensitive fields */
  ys_place place; /* of the byte `counted` of the line */
  ys_str line;
  size_t counted;
  bool inside;   /* the line may be below a sensitive entry */
  size_t indent; /* of the line where that entry begins */
  bool *met;     /* [capacity]: the definitions that were met, by number */
  uint32_t capacity;
} reader;

/* ---- names --------------------------------------------------------------- */

/* Whether a field or the items of its array are sensitive. */
static bool hides_values(const ys_field *field) {
  enum { DEEPEST = 100 }; /* an array may be the item of itself */
  for (int i = 0; i < DEEPEST && !field->sensitive && field->kind == YS_ARRAY &&
                  field->item != NULL;
       i++)
    field = field->item;
  return field->sensitive;
}

/* Notes that a definition was met, and tells whether it was before. */
static ys_status see(reader *r, const ys_definition *definition, bool *seen) {
  if (definition->number >= r->capacity) {
    const uint32_t capacity = 2 * definition->number + 32;
    bool *grown = ys_arena_zalloc(&r->space->arena, capacity, sizeof *grown);
    if (grown == NULL) return YS_NOMEM;
    for (uint32_t i = 0; i < r->capacity; i++)
      grown[i] = r->met[i];
    r->met = grown;
    r->capacity = capacity;
  }
  *seen = r->met[definition->number];
  r->met[definition->number] = true;
  return YS_OK;
}

/* Adds the name of a field and its old names. */
static ys_status add_name(reader *r, const ys_field *field) {
  const ys_key *key;
  YS_TRY(ys_keys_intern(&r->names, YS_STRING, field->key->text, &key));
  for (const ys_renamed *old = field->renamed; old != NULL; old = old->next)
    YS_TRY(ys_keys_intern(&r->names, YS_STRING, old->keys[old->count - 1]->text,
                          &key));
  return YS_OK;
}

/* Adds the names of the topmost sensitive fields. */
static ys_status add_names(reader *r, const ys_field *field) {
  const ys_field *child;
  bool seen = false;
  if (!field->has_sensitive) return YS_OK;
  if (field->key != NULL && hides_values(field)) return add_name(r, field);
  if (field->like != NULL) YS_TRY(see(r, field->like, &seen));
  if (seen) return YS_OK;
  for (uint32_t i = 0; (child = ys_field_child(field, i)) != NULL; i++)
    YS_TRY(add_names(r, child));
  return YS_OK;
}

/* ---- lines --------------------------------------------------------------- */

static bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

static bool is_quote(char c) {
  return c == '"' || c == '\'';
}

/* Whether a key may end at a colon. */
static bool ends_key(ys_str line, size_t colon) {
  return colon + 1 == line.len || is_blank(line.ptr[colon + 1]) ||
         (colon > 0 && is_quote(line.ptr[colon - 1]));
}

/* Gives the word in front of a colon, and where it begins with its quote. */
static ys_str word_before(ys_str line, size_t colon, size_t *begin) {
  size_t end = colon, at;
  while (end > 0 && is_blank(line.ptr[end - 1]))
    end--;
  if (end > 0 && is_quote(line.ptr[end - 1])) {
    const char quote = line.ptr[--end];
    for (at = end; at > 0 && line.ptr[at - 1] != quote; at--)
      ;
    *begin = at > 0 ? at - 1 : 0;
  } else {
    for (at = end; at > 0 && !is_blank(line.ptr[at - 1]) &&
                   strchr("{[,", line.ptr[at - 1]) == NULL;
         at--)
      ;
    *begin = at;
  }
  return (ys_str){line.ptr + at, end - at};
}

/* Removes blanks and quotes around a text, and a tag or an anchor before it. */
static ys_str bare(ys_str text) {
  while (text.len > 0 && (is_blank(*text.ptr) || is_quote(*text.ptr) ||
                          *text.ptr == '!' || *text.ptr == '&')) {
    const bool named = *text.ptr == '!' || *text.ptr == '&';
    do {
      text.ptr++, text.len--;
    } while (named && text.len > 0 && !is_blank(*text.ptr));
  }
  while (text.len > 0 &&
         (is_blank(text.ptr[text.len - 1]) || is_quote(text.ptr[text.len - 1])))
    text.len--;
  return text;
}

/* The column of a byte of the line. In broken texts a word may begin before one
 * that was read already; then it has the column of that one. */
static uint32_t column_of(reader *r, size_t at) {
  if (at <= r->counted) return r->place.column;
  const ys_str passed = {r->line.ptr + r->counted, at - r->counted};
  r->place.column += (uint32_t)ys_utf8_count(passed);
  r->counted = at;
  return r->place.column;
}

/* Notes the line from `from` on, which messages may contain, and the place of
 * its key or item, below which more may stand. Messages do not contain much,
 * and many long texts would take long to compare. */
static ys_status note_rest(reader *r, size_t begin, size_t from) {
  enum { MOST = 200 };
  const size_t len = r->line.len - from;
  const ys_str rest = {r->line.ptr + from, len < MOST ? len : MOST};
  ys_slot slot = {.kind = YS_STRING};
  ys_place place = r->place;
  place.column = column_of(r, begin);
  ys_slot_set_place(&slot, place);
  ys_slot_set_text(&slot, bare(rest));
  return ys_secret_add(r->space, &slot, YS_SECRET_VALUE);
}

/* Whether a line belongs to the sensitive entry of a line above it. The first
 * line that does not ends the entry. */
static bool is_inside(reader *r, size_t indent) {
  if (r->inside && indent <= r->indent &&
      !(indent == r->indent && r->line.ptr[indent] == '-'))
    r->inside = false;
  return r->inside;
}

/* Notes the values in a line. In brackets, it may have several keys. */
static ys_status read_line(reader *r) {
  size_t indent = 0, begin;
  while (indent < r->line.len && is_blank(r->line.ptr[indent]))
    indent++;
  if (indent == r->line.len) return YS_OK;
  const bool inside = is_inside(r, indent);
  if (inside && r->line.ptr[indent] == '-')
    YS_TRY(note_rest(r, indent, indent + 1));
  for (size_t at = indent; at < r->line.len; at++) {
    if (r->line.ptr[at] != ':' || !ends_key(r->line, at)) continue;
    const ys_str word = word_before(r->line, at, &begin);
    if (!inside && !ys_keys_know(&r->names, YS_STRING, word)) continue;
    YS_TRY(note_rest(r, begin, at + 1));
    if (inside) continue;
    r->inside = true;
    r->indent = indent;
  }
  return YS_OK;
}

static ys_status read_lines(reader *r, ys_source *source) {
  const char *end = source->text.ptr + source->text.len;
  for (;;) {
    r->place.line++;
    r->place.column = 1;
    r->counted = 0;
    r->line = ys_source_line(source, r->place.line);
    if (r->line.len > 0) YS_TRY(read_line(r));
    if (r->place.line >= source->line_count || r->line.ptr >= end) return YS_OK;
  }
}

ys_status ys_sensitive_note_text(ys_space *space, const ys_field *field,
                                 uint16_t source) {
  reader r = {.space = space, .place = {0, 1, source}};
  ys_status status;
  if (!field->has_sensitive) return YS_OK;
  if (hides_values(field))
    return ys_secret_add_place(space, (ys_place){1, 1, source}, YS_SECRET_REST);
  ys_keys_init(&r.names, &space->arena, NULL);
  status = add_names(&r, field);
  if (status == YS_OK) status = read_lines(&r, space->sources.list[source]);
  ys_keys_release(&r.names);
  return status;
}
