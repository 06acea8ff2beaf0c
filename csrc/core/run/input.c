#include "core/run/input.h"

#include "core/check/sensitive.h"

#define NOT_PLAIN "may not stand here: the file must be plain YAML"

/* Whether the text of a code line looks like an annotation. `#@
 * overlay/append`, with a blank, is code, but was probably meant as an
 * annotation. */
static bool is_annotation(ys_str text) {
  size_t len = 0;
  while (len < text.len && text.ptr[len] != ' ')
    len++;
  return ys_word_is_known(ys_vocab_word((ys_str){text.ptr, len}));
}

static ys_status refuse_code(ys_space *space, const ys_code_line *line) {
  const ys_str remedy = is_annotation(line->text)
                            ? YS_STR("an annotation has no blank after #@.")
                            : YS_STR("");
  YS_TRY(ys_space_record(space, YS_E_CODE_IN_VALUES, line->place, YS_NOWHERE,
                         YS_ARGUMENTS(line->text, YS_STR(""), remedy)));
  return YS_INVALID;
}

/* The document that is being checked, and what is allowed in it. */
typedef struct context {
  ys_space *space;
  ys_input_rules rules;
  bool appends; /* the document is marked `#@data/values` */
} context;

static ys_status misplaced(const context *c, const ys_annot *annot,
                           const char *why) {
  return ys_space_refuse(c->space, YS_E_INPUT_ANNOTATION, ys_annot_place(annot),
                         annot->name, ys_cstr(why));
}

static ys_status check_known(const context *c, const ys_annot *annot,
                             bool on_document) {
  const bool header = ys_word_is_header(annot->word);
  if (ys_word_is_overlay(annot->word))
    return c->appends
               ? YS_OK
               : misplaced(c, annot, "needs a document marked #@data/values");
  if (!header && annot->word != YS_WORD_VALUES)
    return misplaced(c, annot, "belongs in a schema document");
  if (!on_document) return misplaced(c, annot, "may stand on documents only");
  if (header) return misplaced(c, annot, "belongs in a schema document");
  return annot->text.len == 0 ? YS_OK
                              : misplaced(c, annot, "takes no arguments");
}

/* Checks one annotation in a document of data values. */
static ys_status check_annotation(const context *c, const ys_annot *annot,
                                  bool on_document) {
  if (c->rules.plain) return misplaced(c, annot, NOT_PLAIN);
  if (!ys_word_is_ours(annot->word)) return YS_OK;
  if (!ys_word_is_known(annot->word))
    return ys_space_refuse(c->space, YS_E_INPUT_UNKNOWN, ys_annot_place(annot),
                           annot->name, ys_vocab_nearest(annot->name));
  /* A misplaced annotation is reported only as misplaced, even if it contains
   * code. */
  YS_TRY(check_known(c, annot, on_document));
  if (annot->evaluated || c->rules.allow_code) return YS_OK;
  return ys_space_refuse(c->space, YS_E_CODE_IN_VALUES, ys_annot_place(annot),
                         annot->name, annot->text);
}

static ys_status check_slot(const context *c, const ys_slot *slot,
                            bool on_document) {
  ys_status result = YS_OK;
  for (const ys_annot *a = ys_slot_annots(slot); a != NULL; a = a->next)
    YS_GO_ON(result, check_annotation(c, a, on_document));
  if (!ys_is_collection(slot)) return result;
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next)
    YS_GO_ON(result, check_slot(c, s, false));
  return result;
}

/* Records a line of code or a computed value as an error. */
static ys_status check_code(const context *c, const ys_code_line *line) {
  ys_str shown;
  if (ys_annot_is_idle_code(line->text)) return YS_OK;
  if (!c->rules.plain) return refuse_code(c->space, line);
  YS_TRY(ys_str_fill(&c->space->arena, " %s", YS_WORDS(line->text), &shown));
  return ys_space_refuse(c->space, YS_E_INPUT_ANNOTATION, line->place, shown,
                         ys_cstr(NOT_PLAIN));
}

ys_status ys_input_check(ys_space *space, const ys_documents *documents,
                         ys_input_rules rules) {
  context c = {space, rules, false};
  ys_status result = YS_OK;
  if (!documents->annotated) return YS_OK;
  for (const ys_code_line *line = documents->code_first; line != NULL;
       line = line->next)
    YS_GO_ON(result, check_code(&c, line));
  for (const ys_slot *d = documents->first; d != NULL; d = d->next) {
    c.appends = ys_input_appends(d);
    YS_GO_ON(result, check_slot(&c, d, true));
  }
  return result;
}

bool ys_input_has_overlays(const ys_slot *slot) {
  for (const ys_annot *a = ys_slot_annots(slot); a != NULL; a = a->next)
    if (ys_word_is_overlay(a->word)) return true;
  if (!ys_is_collection(slot)) return false;
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next)
    if (ys_input_has_overlays(s)) return true;
  return false;
}

bool ys_input_appends(const ys_slot *document) {
  return ys_annot_find(document, YS_WORD_VALUES) != NULL;
}

/* ---- values of flags ----------------------------------------------------- */

/* Removes the annotations from the value of a flag (reference#flags). */
static void drop_annotations(ys_slot *slot) {
  ys_slot_drop_annots(slot);
  if (!ys_is_collection(slot)) return;
  for (ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next)
    drop_annotations(s);
}

/* Where the value of a flag begins: after `key=`. Its first line is shifted to
 * the right by the key. */
typedef struct origin {
  uint16_t source;
  uint32_t shift;
} origin;

static origin find_origin(const ys_space *space, uint16_t source, ys_str text) {
  const ys_str whole = space->sources.list[source]->text;
  origin o = {source, 0};
  for (size_t at = 0; at + text.len < whole.len; at++)
    if (((unsigned char)whole.ptr[at] & 0xC0) != 0x80) o.shift++;
  return o;
}

static ys_status settle_places(ys_arena *arena, ys_slot *collection,
                               const origin *o) {
  for (ys_slot *s = ys_slot_first(collection); s != NULL; s = s->next) {
    ys_place place = ys_slot_place(s);
    if (place.line == 1) place.column += o->shift;
    place.source = o->source;
    YS_TRY(ys_slot_set_place(arena, s, place));
    if (ys_is_collection(s)) YS_TRY(settle_places(arena, s, o));
  }
  return YS_OK;
}

/* Converts a place in the value to a place in the text of the flag. */
static void move_place(ys_place *place, uint16_t from, const origin *o) {
  if (place->line == 0 || place->source != from) return;
  if (place->line == 1) place->column += o->shift;
  place->source = o->source;
}

/* Moves the records of the value to places in the text of the flag, which shows
 * the key. */
static void move_violations(ys_diag *first, uint16_t from, const origin *o) {
  for (ys_diag *d = first; d != NULL; d = d->next) {
    move_place(&d->at, from, o);
    move_place(&d->by, from, o);
  }
}

/* Parses the first document of a YAML text, which will stand `depth` levels
 * deep. The value of an empty text is null. */
static ys_status parse_value(ys_space *space, uint16_t like, ys_str text,
                             uint32_t depth, ys_slot *out) {
  const origin o = find_origin(space, like, text);
  const ys_place place = ys_slot_place(out);
  const uint32_t most = space->limits.max_depth;
  ys_status status;
  ys_documents documents = {0};
  const ys_diag *before = space->diags.last;
  ys_source *source;
  uint16_t index;
  YS_TRY(ys_source_new(space->arena.memory, space->sources.list[like]->name,
                       text, &source));
  YS_TRY(ys_sources_add(&space->sources, source, &index));
  space->limits.max_depth = most - depth;
  status = ys_parse(space, index, &documents);
  space->limits.max_depth = most;
  move_violations(before != NULL ? before->next : space->diags.first, index,
                  &o);
  YS_TRY(status);
  if (documents.first != NULL && documents.annotated)
    drop_annotations(documents.first);
  if (documents.first == NULL) return YS_OK;
  YS_TRY(ys_slot_take(&space->arena, out, documents.first));
  YS_TRY(ys_slot_set_place(&space->arena, out, place));
  return ys_is_collection(out) ? settle_places(&space->arena, out, &o) : YS_OK;
}

/* Adds `@overlay/match missing_ok=True` and `@overlay/replace or_add=True`. */
static ys_status add_replacement(ys_arena *arena, ys_slot *slot) {
  static const struct {
    ys_word word;
    const char *keyword;
  } rows[] = {{YS_WORD_OVERLAY_MATCH, "missing_ok"},
              {YS_WORD_OVERLAY_REPLACE, "or_add"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    ys_annot *annot = ys_arena_new(arena, ys_annot);
    ys_arg *arg = ys_arena_new(arena, ys_arg);
    if (annot == NULL || arg == NULL) return YS_NOMEM;
    arg->name = ys_cstr(rows[i].keyword);
    arg->value.kind = YS_BOOL;
    arg->value.u.boolean = true;
    annot->word = (uint8_t)rows[i].word;
    annot->name = ys_vocab_row_of(rows[i].word)->name;
    annot->line = ys_slot_line(slot);
    annot->source = ys_slot_source(slot);
    annot->evaluated = true;
    annot->args = arg;
    annot->next = ys_slot_annots(slot);
    YS_TRY(ys_slot_annotate(arena, slot, annot));
  }
  return YS_OK;
}

ys_status ys_input_value(ys_space *space, uint16_t source, const ys_str *keys,
                         size_t count, ys_str text, bool as_yaml,
                         ys_slot **out) {
  const ys_place place = {1, 1, source};
  ys_slot *document = ys_arena_new(&space->arena, ys_slot), *slot = document;
  ys_str copy;
  if (document == NULL) return YS_NOMEM;
  if (count > space->limits.max_depth) {
    return ys_space_limit(space, YS_E_TOO_DEEP, place, space->limits.max_depth);
  }
  for (size_t i = 0; i < count; i++) {
    ys_slot *entry = ys_arena_new(&space->arena, ys_slot);
    if (entry == NULL) return YS_NOMEM;
    YS_TRY(ys_keys_intern(&space->keys, YS_STRING, keys[i], &entry->key));
    YS_TRY(ys_slot_make_collection(&space->arena, slot, YS_MAP));
    ys_slot_append(slot, entry);
    slot = entry;
  }
  YS_TRY(ys_slot_set_places(&space->arena, document, place));
  if (as_yaml) {
    YS_TRY(parse_value(space, source, text, (uint32_t)count, slot));
  } else {
    YS_TRY(ys_arena_str(&space->arena, text, &copy));
    YS_TRY(ys_slot_set_text(&space->arena, slot, copy));
  }
  if (slot->kind == YS_MAP) YS_TRY(add_replacement(&space->arena, slot));
  *out = document;
  return YS_OK;
}

/* The walk over the value of a flag that looks for sensitive parts. */
typedef struct flag_walk {
  ys_space *space;
  const ys_slot *document; /* with one entry for each key of the flag */
  size_t count;            /* of the keys */
  size_t shown;            /* how many of them may be shown */
  bool sensitive;
} flag_walk;

/* Notes a sensitive part. The keys below a sensitive one must not be shown. */
static ys_status note_part(void *ud, const ys_slot *slot,
                           ys_sensitive_part part) {
  flag_walk *w = ud;
  const ys_slot *s = w->document;
  size_t n = 0;
  while (s != slot && n < w->count) {
    s = ys_slot_first(s);
    n++;
  }
  if (s == slot && n < w->shown) w->shown = n;
  w->sensitive = true;
  return ys_sensitive_add_all(w->space, slot, part);
}

/* The characters of a flag up to its value, or up to the first key that must
 * not be shown. Keys are joined by a dot, those of the environment, which
 * follow a prefix, by two underscores. */
static uint32_t shown_part(uint32_t before_value, const ys_str *keys,
                           size_t count, size_t shown) {
  uint32_t joined = count > 0 ? (uint32_t)count - 1 : 0, below = 0;
  uint32_t separators = 0;
  if (shown >= count) return before_value;
  for (size_t i = 0; i < count; i++) {
    const uint32_t width = (uint32_t)ys_utf8_count(keys[i]);
    joined += width;
    below += i < shown ? 0 : width;
    separators += i > shown ? 1 : 0;
  }
  below += 1 + (joined + 1 == before_value ? separators : 2 * separators);
  return below < before_value ? before_value - below : 0;
}

ys_status ys_input_note_flag(ys_space *space, const ys_field *root,
                             const ys_slot *document, uint16_t source,
                             const ys_flag *flag) {
  flag_walk w = {space, document, flag->count, flag->count, false};
  /* Any key may be meant by one that is missing. */
  for (size_t i = 0; i < flag->count; i++)
    w.sensitive |= root->has_sensitive && flag->keys[i].len == 0;
  YS_TRY(ys_sensitive_each(space, root, document, note_part, &w));
  if (!w.sensitive) return YS_OK;
  const uint32_t value = find_origin(space, source, flag->text).shift;
  const ys_place place = {
      1, shown_part(value, flag->keys, flag->count, w.shown) + 1, source};
  return ys_sensitive_add_place(space, place, YS_SENSITIVE_REST);
}
