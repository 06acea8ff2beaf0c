/* core/check/sensitive_text.c - Notes what seems to be sensitive in a text that
 * cannot be read. It has no nodes, and any character may be missing in it. So
 * what follows the name of a sensitive field is masked, to the apparent end of
 * the entry. In doubt, more is masked rather than less. */

#include "core/check/sensitive.h"
#include "core/check/sensitive_word.h"
#include "core/tree/sensitive.h"
#include "core/type/state.h"

/* The entry of a sensitive field, while its lines are read. */
typedef struct entry {
  bool open;     /* the line may belong to it */
  bool valued;   /* a part of its value was found */
  char quote;    /* the value is within these quotes, or 0 */
  bool lost;     /* a line with a key has lost its indentation */
  size_t depth;  /* the number of brackets that are open in the value */
  size_t indent; /* of its key */
} entry;

typedef struct reader {
  ys_space *space;
  ys_sensitive_words words;
  const ys_map_type *root; /* of the document, if it takes no other keys */
  ys_place place;          /* of the line */
  ys_str line;
  entry entry;
  bool columns[128]; /* those in which lines and their keys have begun */
  uint32_t comments; /* the first of the comments right above, or 0 */
  bool announced;    /* one of them says that the next node is sensitive */
} reader;

/* Whether a line begins with a key and its colon; `*word` receives the key. */
static bool begins_with_key(ys_str line, ys_str *word) {
  const size_t at = ys_word_first(line), indent = ys_word_skip_blanks(line, 0);
  *word = ys_word_at(line, at);
  size_t end = at + word->len;
  if (word->len == 0 || ys_word_is_of(line.ptr[indent], "[{?,]}")) return false;
  if (end < line.len && ys_word_is_quote(line.ptr[end]))
    end++;
  else if (ys_word_is_quote(line.ptr[indent]))
    return false; /* the quotes are left open */
  return end < line.len && line.ptr[end] == ':' &&
         (end + 1 == line.len || ys_word_is_blank(line.ptr[end + 1]));
}

/* ---- entries ------------------------------------------------------------- */

/* Notes that the line must not be shown from a byte on. */
static ys_status note_line(reader *r, size_t from) {
  const ys_str before = {r->line.ptr, from};
  ys_place place = r->place;
  if (from >= r->line.len) return YS_OK;
  place.column = 1 + (uint32_t)ys_utf8_count(before);
  return ys_sensitive_add_place(r->space, place, YS_SENSITIVE_LINE);
}

/* Skips what may stand before a value: a tag, an anchor, the header of a block
 * scalar. */
static size_t skip_properties(ys_str line, size_t at) {
  at = ys_word_skip_blanks(line, at);
  while (at < line.len && ys_word_is_of(line.ptr[at], "!&|>")) {
    while (at < line.len && !ys_word_is_blank(line.ptr[at]))
      at++;
    at = ys_word_skip_blanks(line, at);
  }
  return at;
}

/* Reads a part of the value: which brackets and quotes it leaves open. */
static void read_value(entry *e, ys_str line, size_t at) {
  char before = ' ';
  if (!e->valued) at = skip_properties(line, at);
  for (; at < line.len; before = line.ptr[at++]) {
    const char c = line.ptr[at];
    const bool first =
        ys_word_is_blank(before) || ys_word_is_of(before, "[{,:");
    if (e->quote != 0) {
      if (c == '\\' && e->quote == '"')
        at++;
      else if (c == e->quote)
        e->quote = 0;
      if (at == line.len) return;
      continue;
    }
    if (c == '#' && ys_word_is_blank(before)) return;
    if (first && ys_word_is_quote(c)) e->quote = c;
    if (first && ys_word_is_of(c, "[{")) e->depth++;
    if (ys_word_is_of(c, "]}") && e->depth > 0) e->depth--;
    e->valued |= !ys_word_is_blank(c) && c != '-';
  }
}

/* Masks what follows a key, and what belongs to it in the next lines. */
static ys_status begin_entry(reader *r, size_t key, size_t end, bool exact) {
  const size_t indent = ys_word_skip_blanks(r->line, 0);
  ys_str line = r->line;
  bool first = true;
  for (size_t at = indent; at < key; at++)
    first &= ys_word_is_blank(line.ptr[at]) || line.ptr[at] == '-';
  r->entry = (entry){.open = true, .indent = first ? key : indent};
  /* Where a key is joined to what stood before it, its column is not known. */
  if (!exact) r->entry.indent = 0;
  while (end < line.len && ys_word_is_quote(line.ptr[end]))
    end++;
  end = ys_word_skip_blanks(line, end);
  if (end < line.len && ys_word_is_of(line.ptr[end], ":=")) end++;
  end = ys_word_skip_blanks(line, end);
  read_value(&r->entry, line, end);
  return note_line(r, end);
}

/* Whether a line has begun in a column before. Far to the right, none counts.
 */
static bool is_known_column(const reader *r, size_t column) {
  const size_t count = sizeof r->columns / sizeof *r->columns;
  return column < count && r->columns[column];
}

static void note_columns(reader *r, size_t indent) {
  const size_t count = sizeof r->columns / sizeof *r->columns;
  const ys_str line = r->line;
  for (size_t at = indent; at < count && at < line.len; at++) {
    r->columns[at] |= !ys_word_is_blank(line.ptr[at]);
    if (!ys_word_is_blank(line.ptr[at]) && line.ptr[at] != '-') return;
  }
}

/* Whether the document has no such key, and none that is near to it. */
static bool is_foreign(const reader *r, ys_str word) {
  ys_nearest nearest;
  if (r->root == NULL) return false;
  ys_nearest_init(&nearest, word);
  for (uint32_t i = 0; i < r->root->shape->count; i++)
    ys_nearest_offer(&nearest, r->root->shape->keys[i]->text);
  return nearest.best.len == 0;
}

/* Whether the line belongs to the entry that is open. A line that is not
 * indented further belongs to it, too, if it cannot begin another entry, or
 * begins where no other one does: it may have lost its indentation. */
static bool is_inside(const reader *r, size_t indent) {
  const entry *e = &r->entry;
  const ys_str line = r->line;
  const bool dash = line.ptr[indent] == '-';
  ys_str word;
  if (!e->open) return false;
  if (indent > e->indent || (indent == e->indent && dash)) return true;
  if (e->quote != 0 || e->depth > 0) return true;
  if (ys_str_starts(line, YS_STR("---"))) return false;
  if (!begins_with_key(line, &word)) return true;
  if (ys_sensitive_words_know(&r->words, word)) return false;
  return !e->valued || e->lost || dash || !is_known_column(r, indent) ||
         (indent == 0 && is_foreign(r, word));
}

/* Looks for a name that may be a key. */
static ys_status find_entry(reader *r) {
  ys_sensitive_word word;
  if (!ys_sensitive_words_find(&r->words, r->line, &word)) return YS_OK;
  return begin_entry(r, word.start, word.end, word.exact);
}

/* Masks a line of the entry. It may be that of another one. */
static ys_status go_on(reader *r, size_t indent) {
  ys_sensitive_word word;
  ys_str key;
  if (indent > r->entry.indent) {
    read_value(&r->entry, r->line, indent);
    return note_line(r, indent);
  }
  if (ys_sensitive_words_find(&r->words, r->line, &word))
    YS_TRY(begin_entry(r, word.start, word.end, word.exact));
  else
    read_value(&r->entry, r->line, indent);
  r->entry.lost |= begins_with_key(r->line, &key);
  return note_line(r, indent);
}

/* ---- schemas ------------------------------------------------------------- */

/* Masks the arguments of annotations above a node that is sensitive, which may
 * have defaults, examples and allowed values. */
static ys_status note_comments(reader *r, ys_source *source) {
  const reader now = *r;
  ys_status status = YS_OK;
  r->place.line = now.comments;
  for (; status == YS_OK && r->place.line < now.place.line; r->place.line++) {
    r->line = ys_source_line(source, r->place.line);
    const size_t indent = ys_word_skip_blanks(r->line, 0);
    const ys_str text = {r->line.ptr + indent, r->line.len - indent};
    const size_t end = indent + ys_word_at(text, 1).len + 1;
    if (ys_str_starts(text, YS_STR("#@schema/")) &&
        !ys_str_starts(text, YS_STR("#@schema/desc")))
      status = note_line(r, ys_word_skip_blanks(r->line, end));
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
  const size_t key = ys_word_first(r->line);
  ys_str word;
  YS_TRY(note_comments(r, source));
  /* Without its colon, the end of the key is not known. */
  return begin_entry(
      r, key, begins_with_key(r->line, &word) ? key + word.len : key, true);
}

/* ---- lines --------------------------------------------------------------- */

static ys_status read_line(reader *r, ys_source *source) {
  const size_t indent = ys_word_skip_blanks(r->line, 0);
  ys_status status;
  if (indent == r->line.len) return YS_OK;
  r->entry.open = is_inside(r, indent);
  if (r->entry.open) return go_on(r, indent);
  note_columns(r, indent);
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
    /* In what is left, names are not looked for any more. */
    if (r->words.effort == 0) {
      r->place.column = 1;
      return ys_sensitive_add_place(r->space, r->place, YS_SENSITIVE_REST);
    }
    if (r->place.line >= source->line_count || r->line.ptr >= end) return YS_OK;
  }
}

static ys_status read_all(reader *r, const ys_field *field, uint16_t source) {
  ys_status status = ys_sensitive_words_init(&r->words, r->space, field);
  r->place = (ys_place){0, 1, source};
  if (field != NULL && field->map != NULL && field->map->open_count == 0)
    r->root = field->map;
  if (status == YS_OK) status = read_lines(r, r->space->sources.list[source]);
  ys_sensitive_words_release(&r->words);
  return status;
}

/* Notes what is sensitive in a text that could not be read. */
static ys_status note_text(ys_space *space, uint16_t source) {
  reader r = {.space = space};
  const ys_field *field =
      source < space->inherited_sources ? NULL : ys_type_schema(space);
  if (field != NULL && !field->has_sensitive) return YS_OK;
  if (field != NULL && ys_sensitive_masks(field))
    return ys_sensitive_add_place(space, (ys_place){1, 1, source},
                                  YS_SENSITIVE_REST);
  return read_all(&r, field, source);
}

/* Marks the sources of which something is known: they were read. */
static void mark_known(const ys_space *space, bool *known) {
  for (const ys_sensitive *s = space->sensitives; s != NULL; s = s->next)
    if (ys_slot_line(&s->slot) > 0 &&
        ys_slot_source(&s->slot) < space->sources.count)
      known[ys_slot_source(&s->slot)] = true;
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
