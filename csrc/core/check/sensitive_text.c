/* core/check/sensitive_text.c - Notes what seems to be sensitive in a text that
 * cannot be read. It has no nodes, and any character may be missing in it. So
 * what stands behind the name of a sensitive field is masked, to the end of the
 * entry as far as that can be seen, and rather more than less of it. */

#include "core/check/sensitive.h"
#include "core/tree/secret.h"
#include "core/type/sensitive_names.h"

/* The entry of a sensitive field, while its lines are read. */
typedef struct entry {
  bool open;     /* the line may belong to it */
  bool valued;   /* a part of its value was found */
  char quote;    /* the value is within these quotes, or 0 */
  size_t depth;  /* the number of brackets that are open in the value */
  size_t indent; /* of its key */
} entry;

typedef struct reader {
  ys_space *space;
  ys_sensitive_names names;
  size_t effort;  /* the comparisons that may still be made */
  ys_place place; /* of the line */
  ys_str line;
  entry entry;
  uint32_t comments; /* the first of the comments right above, or 0 */
  bool announced;    /* one of them says that the next node is sensitive */
} reader;

/* How many comparisons with names are made for a text. */
enum { MOST_EFFORT = 1000000 };

/* ---- words --------------------------------------------------------------- */

static bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

static bool is_quote(char c) {
  return c == '"' || c == '\'';
}

static bool is_of(char c, const char *list) {
  return c != '\0' && strchr(list, c) != NULL;
}

/* Whether a character belongs to a key without quotes. */
static bool is_of_word(char c) {
  return !is_blank(c) && !is_quote(c) && !is_of(c, ":={}[],#");
}

static size_t skip_blanks(ys_str line, size_t at) {
  while (at < line.len && is_blank(line.ptr[at]))
    at++;
  return at;
}

/* The beginning of the first key of a line. */
static size_t skip_to_key(ys_str line) {
  size_t at = skip_blanks(line, 0);
  while (at < line.len && (is_blank(line.ptr[at]) || is_quote(line.ptr[at]) ||
                           is_of(line.ptr[at], "{[#?,") ||
                           (line.ptr[at] == '-' && at + 1 < line.len &&
                            is_blank(line.ptr[at + 1]))))
    at++;
  return at;
}

static ys_str word_at(ys_str line, size_t at) {
  size_t end = at;
  while (end < line.len && is_of_word(line.ptr[end]))
    end++;
  return (ys_str){line.ptr + at, end - at};
}

/* Gives the word in front of a separator. */
static ys_str word_before(ys_str line, size_t separator) {
  size_t end = separator, at;
  while (end > 0 &&
         (is_blank(line.ptr[end - 1]) || is_quote(line.ptr[end - 1])))
    end--;
  for (at = end; at > 0 && is_of_word(line.ptr[at - 1]); at--)
    ;
  return (ys_str){line.ptr + at, end - at};
}

/* Whether a word is not the whole name, but begins or ends with it, because
 * what stood between it and its neighbour is missing; or is nearly the name. */
static bool is_nearly_named(reader *r, ys_str word) {
  enum { MOST = 200 };
  ys_nearest nearest;
  if (word.len > MOST) return false;
  ys_nearest_init(&nearest, word);
  for (uint32_t i = 0; i < r->names.keys.number && r->effort > 0; i++) {
    const ys_str text = r->names.list[i]->text;
    r->effort--;
    ys_nearest_offer(&nearest, text);
    if (text.len > 0 && text.len < word.len &&
        (ys_str_starts(word, text) ||
         memcmp(word.ptr + word.len - text.len, text.ptr, text.len) == 0))
      return true;
  }
  return nearest.best.len > 0;
}

static bool is_of_schema(const reader *r, ys_str word) {
  return ys_keys_know(ys_secret_schema_keys(r->space), YS_STRING, word);
}

/* Whether a word seems to be the name of a sensitive field. */
static bool is_named(reader *r, ys_str word) {
  if (ys_keys_know(&r->names.keys, YS_STRING, word)) return true;
  return !is_of_schema(r, word) && is_nearly_named(r, word);
}

/* Whether a line begins with a key and its colon; `*word` receives the key. */
static bool begins_with_key(ys_str line, ys_str *word) {
  const size_t at = skip_to_key(line);
  *word = word_at(line, at);
  size_t end = at + word->len;
  if (word->len == 0) return false;
  if (end < line.len && is_quote(line.ptr[end])) end++;
  return end < line.len && line.ptr[end] == ':' &&
         (end + 1 == line.len || is_blank(line.ptr[end + 1]));
}

/* ---- entries ------------------------------------------------------------- */

/* Notes that the line must not be shown from a byte on. */
static ys_status note_line(reader *r, size_t from) {
  const ys_str before = {r->line.ptr, from};
  ys_place place = r->place;
  if (from >= r->line.len) return YS_OK;
  place.column = 1 + (uint32_t)ys_utf8_count(before);
  return ys_secret_add_place(r->space, place, YS_SECRET_LINE);
}

/* Skips what may stand before a value: a tag, an anchor, the header of a block
 * scalar. */
static size_t skip_properties(ys_str line, size_t at) {
  at = skip_blanks(line, at);
  while (at < line.len && is_of(line.ptr[at], "!&|>")) {
    while (at < line.len && !is_blank(line.ptr[at]))
      at++;
    at = skip_blanks(line, at);
  }
  return at;
}

/* Reads a part of the value: which brackets and quotes it leaves open. */
static void read_value(entry *e, ys_str line, size_t at) {
  char before = ' ';
  if (!e->valued) at = skip_properties(line, at);
  for (; at < line.len; before = line.ptr[at++]) {
    const char c = line.ptr[at];
    const bool first = is_blank(before) || is_of(before, "[{,:");
    if (e->quote != 0) {
      if (c == '\\' && e->quote == '"')
        at++;
      else if (c == e->quote)
        e->quote = 0;
      if (at == line.len) return;
      continue;
    }
    if (c == '#' && is_blank(before)) return;
    if (first && is_quote(c)) e->quote = c;
    if (first && is_of(c, "[{")) e->depth++;
    if (is_of(c, "]}") && e->depth > 0) e->depth--;
    e->valued |= !is_blank(c);
  }
}

/* The end of the shortest name that a word begins with, if the value is joined
 * to it because what stood between them is missing; else the end of the word.
 */
static size_t end_of_name(reader *r, ys_str word) {
  size_t end = word.len;
  for (uint32_t i = 0; i < r->names.keys.number && r->effort > 0; i++) {
    const ys_str name = r->names.list[i]->text;
    r->effort--;
    if (name.len > 0 && name.len < end && ys_str_starts(word, name))
      end = name.len;
  }
  return end;
}

/* Masks what stands behind a key, and what belongs to it in the next lines. */
static ys_status begin_entry(reader *r, size_t key, size_t end) {
  const size_t indent = skip_blanks(r->line, 0);
  ys_str line = r->line;
  const ys_str word = {line.ptr + key, end - key};
  bool first = true;
  for (size_t at = indent; at < key; at++)
    first &= is_blank(line.ptr[at]) || line.ptr[at] == '-';
  r->entry = (entry){.open = true, .indent = first ? key : indent};
  /* Where a key is joined to what stood before it, its column is not known. */
  if (key < end && !r->announced &&
      !ys_keys_know(&r->names.keys, YS_STRING, word))
    r->entry.indent = 0;
  if (r->entry.indent == 0 && !r->announced &&
      (end == line.len ||
       !(is_of(line.ptr[end], ":=") || is_quote(line.ptr[end]))) &&
      !ys_keys_know(&r->names.keys, YS_STRING, word))
    end = key + end_of_name(r, word);
  while (end < line.len && is_quote(line.ptr[end]))
    end++;
  end = skip_blanks(line, end);
  if (end < line.len && is_of(line.ptr[end], ":=")) end++;
  end = skip_blanks(line, end);
  read_value(&r->entry, line, end);
  return note_line(r, end);
}

/* Whether the line belongs to the entry that is open. A line that is not
 * indented further belongs to it, too, if it cannot begin another entry: it may
 * have lost its indentation. */
static bool is_inside(const reader *r, size_t indent) {
  const entry *e = &r->entry;
  const ys_str line = r->line;
  const bool dash = line.ptr[indent] == '-';
  ys_str word;
  if (!e->open) return false;
  if (indent > e->indent || (indent == e->indent && dash)) return true;
  if (e->quote != 0 || e->depth > 0) return true;
  if (ys_str_starts(line, YS_STR("---"))) return false;
  const bool keyed = begins_with_key(line, &word);
  if (keyed && is_of_schema(r, word)) return false;
  return !e->valued || !(keyed || dash);
}

static ys_status go_on(reader *r, size_t indent) {
  read_value(&r->entry, r->line, indent);
  return note_line(r, indent);
}

/* Whether a word is a name or ends with one, to which it was joined. */
static bool ends_with_name(reader *r, ys_str word) {
  enum { LEAST = 2 };
  for (uint32_t i = 0; i < r->names.keys.number && r->effort > 0; i++) {
    const ys_str name = r->names.list[i]->text;
    r->effort--;
    if (name.len >= LEAST && name.len <= word.len &&
        memcmp(word.ptr + word.len - name.len, name.ptr, name.len) == 0)
      return true;
  }
  return false;
}

/* Whether a key may end at a byte: in front of a colon or an equals sign, or,
 * if that is missing, of a blank. */
static bool ends_key(reader *r, size_t at, ys_str word) {
  const char c = r->line.ptr[at];
  if (word.len == 0) return false;
  if (is_of(c, ":=")) return is_named(r, word);
  return is_blank(c) && at > 0 && is_of_word(r->line.ptr[at - 1]) &&
         ends_with_name(r, word);
}

/* Looks for a name that may be a key. */
static ys_status find_entry(reader *r) {
  const ys_str line = r->line;
  const size_t first = skip_to_key(line);
  const ys_str word = word_at(line, first);
  if (word.len > 0 && is_named(r, word))
    return begin_entry(r, first, first + word.len);
  for (size_t at = first; at < line.len; at++) {
    if (at > 0 && is_of(line.ptr[at - 1], "}]")) {
      const ys_str joined = word_at(line, at);
      if (joined.len > 0 && is_named(r, joined))
        return begin_entry(r, at, at + joined.len);
    }
    if (!is_of(line.ptr[at], ":= \t")) continue;
    const ys_str before = word_before(line, at);
    if (ends_key(r, at, before))
      return begin_entry(r, (size_t)(before.ptr - line.ptr), at);
  }
  return YS_OK;
}

/* ---- schemas ------------------------------------------------------------- */

/* Masks the defaults and examples among the comments above a node that is
 * sensitive. */
static ys_status note_comments(reader *r, ys_source *source) {
  const reader now = *r;
  ys_status status = YS_OK;
  r->place.line = now.comments;
  for (; status == YS_OK && r->place.line < now.place.line; r->place.line++) {
    r->line = ys_source_line(source, r->place.line);
    const size_t indent = skip_blanks(r->line, 0);
    const ys_str text = {r->line.ptr + indent, r->line.len - indent};
    const size_t end = indent + word_at(text, 1).len + 1;
    if (ys_str_starts(text, YS_STR("#@schema/default")) ||
        ys_str_starts(text, YS_STR("#@schema/example")))
      status = note_line(r, skip_blanks(r->line, end));
  }
  r->place = now.place;
  r->line = now.line;
  return status;
}

/* Reads a comment. In a text that is a schema it may say that the next node is
 * sensitive. */
static void read_comment(reader *r, size_t indent) {
  const ys_str text = {r->line.ptr + indent, r->line.len - indent};
  if (r->comments == 0) r->comments = r->place.line;
  r->announced |= ys_str_starts(text, YS_STR("#@schema/sensitive"));
}

static ys_status begin_announced(reader *r, ys_source *source) {
  const size_t key = skip_to_key(r->line);
  size_t end = key;
  YS_TRY(note_comments(r, source));
  if (key < r->line.len) end += word_at(r->line, key).len;
  return begin_entry(r, key, end);
}

/* ---- lines --------------------------------------------------------------- */

static ys_status read_line(reader *r, ys_source *source) {
  const size_t indent = skip_blanks(r->line, 0);
  ys_status status;
  if (indent == r->line.len) return YS_OK;
  r->entry.open = is_inside(r, indent);
  if (r->entry.open) return go_on(r, indent);
  if (r->line.ptr[indent] == '#') {
    read_comment(r, indent);
    return find_entry(r);
  }
  status = r->announced ? begin_announced(r, source) : find_entry(r);
  r->announced = false;
  r->comments = 0;
  return status;
}

static ys_status read_lines(reader *r, ys_source *source) {
  const char *end = source->text.ptr + source->text.len;
  for (;;) {
    r->place.line++;
    r->line = ys_source_line(source, r->place.line);
    if (r->line.len > 0) YS_TRY(read_line(r, source));
    if (r->place.line >= source->line_count || r->line.ptr >= end) return YS_OK;
  }
}

static ys_status read_all(reader *r, const ys_field *field, uint16_t source) {
  ys_status status = YS_OK;
  r->effort = MOST_EFFORT;
  r->place = (ys_place){0, 1, source};
  ys_keys_init(&r->names.keys, &r->space->arena, NULL);
  if (field != NULL) status = ys_sensitive_names_add(&r->names, field);
  if (status == YS_OK) status = read_lines(r, r->space->sources.list[source]);
  ys_keys_release(&r->names.keys);
  return status;
}

/* Notes what is sensitive in a text that could not be read. */
static ys_status note_text(ys_space *space, uint16_t source) {
  reader r = {.space = space};
  const ys_field *field =
      source < space->inherited_sources ? NULL : space->schema;
  if (field != NULL && !field->has_sensitive) return YS_OK;
  if (field != NULL && ys_sensitive_masks(field))
    return ys_secret_add_place(space, (ys_place){1, 1, source}, YS_SECRET_REST);
  return read_all(&r, field, source);
}

/* Marks the sources of which something is known: they were read. */
static void mark_known(const ys_space *space, bool *known) {
  for (const ys_secret *s = space->secrets; s != NULL; s = s->next)
    if (ys_slot_line(&s->slot) > 0 && s->slot.source < space->sources.count)
      known[s->slot.source] = true;
}

ys_status ys_sensitive_note_unread(ys_space *space) {
  if (space->diags.groups[YS_GROUP_INPUT] == 0) return YS_OK;
  const size_t count = (size_t)space->sources.count + 1;
  bool *known = ys_arena_zalloc(&space->arena, count, sizeof *known);
  if (known == NULL) return YS_NOMEM;
  mark_known(space, known);
  for (const ys_diag *d = space->diags.first; d != NULL; d = d->next) {
    if (ys_code_group(d->code) != YS_GROUP_INPUT || d->at.line == 0 ||
        d->at.source >= space->sources.count || known[d->at.source])
      continue;
    known[d->at.source] = true;
    YS_TRY(note_text(space, d->at.source));
  }
  return YS_OK;
}
