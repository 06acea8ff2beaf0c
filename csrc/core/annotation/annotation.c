#include "core/annotation/annotation.h"

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

static ys_str trim(ys_str s) {
  while (s.len > 0 && is_blank(s.ptr[s.len - 1]))
    s.len--;
  while (s.len > 0 && is_blank(s.ptr[0]))
    s = (ys_str){s.ptr + 1, s.len - 1};
  return s;
}

/* Trims only the end of code, because its indentation matters. */
static ys_str trim_end(ys_str s) {
  while (s.len > 0 && is_blank(s.ptr[s.len - 1]))
    s.len--;
  return s;
}

ys_comment_kind ys_annot_split(ys_str text, ys_str *name, ys_str *args) {
  size_t end = 1;
  text = trim_end(text);
  if (text.len == 0 || text.ptr[0] != '@') return YS_COMMENT_PLAIN;
  if (text.len == 1 || is_blank(text.ptr[1])) {
    const size_t skip = text.len == 1 ? 1 : 2;
    *args = (ys_str){text.ptr + skip, text.len - skip};
    return YS_COMMENT_CODE;
  }
  /* A tab does not end a name; ytt does the same. */
  while (end < text.len && text.ptr[end] != ' ')
    end++;
  *name = (ys_str){text.ptr + 1, end - 1};
  *args = trim((ys_str){text.ptr + end, text.len - end});
  return YS_COMMENT_ANNOTATION;
}

ys_annot *ys_annot_new(ys_arena *arena, ys_str name, ys_str text,
                       ys_place place) {
  ys_annot *annot = ys_arena_new(arena, ys_annot);
  if (annot == NULL) return NULL;
  annot->name = name;
  annot->text = text;
  annot->line = place.line;
  annot->column = place.column;
  annot->source = place.source;
  annot->word = (uint8_t)ys_vocab_word(name);
  return annot;
}

ys_status ys_annot_copy(ys_arena *arena, const ys_annot *annots,
                        ys_annot **out) {
  ys_annot *first = NULL, **end = &first;
  for (; annots != NULL; annots = annots->next) {
    ys_annot *copy;
    YS_KEEP(copy, arena, *annots);
    copy->next = NULL;
    copy->operation = NULL;
    *end = copy;
    end = &copy->next;
  }
  *out = first;
  return YS_OK;
}

ys_annot *ys_annot_find(const ys_slot *slot, ys_word word) {
  ys_annot *annot = ys_slot_annots(slot);
  while (annot != NULL && annot->word != word)
    annot = annot->next;
  return annot;
}

/* Whether two annotations are the same. Names outside the table share a word,
 * so their texts are compared, too. */
static bool is_same(const ys_annot *a, const ys_annot *b) {
  if (ys_word_is_header(a->word)) return ys_word_is_header(b->word);
  if (a->word != b->word) return false;
  return ys_word_is_known(a->word) || ys_str_eq(a->name, b->name);
}

bool ys_annot_has(const ys_slot *slot, const ys_annot *annot) {
  const ys_annot *own = ys_slot_annots(slot);
  while (own != NULL && !is_same(own, annot))
    own = own->next;
  return own != NULL;
}

const ys_arg *ys_annot_arg(const ys_annot *annot, ys_str name) {
  const ys_arg *arg = annot->args;
  while (arg != NULL && !ys_str_eq(arg->name, name))
    arg = arg->next;
  return arg;
}

uint32_t ys_annot_positional(const ys_annot *annot) {
  uint32_t count = 0;
  for (const ys_arg *arg = annot->args; arg != NULL; arg = arg->next)
    count += arg->name.len == 0;
  return count;
}

bool ys_annot_is_idle_code(ys_str code) {
  static const char idle[] = "load('@ytt:overlay','overlay')";
  size_t seen = 0;
  for (size_t i = 0; i < code.len; i++) {
    const char c = code.ptr[i] == '"' ? '\'' : code.ptr[i];
    if (c == ' ' || c == '\t' || c == '\r') continue;
    if (seen == sizeof idle - 1 || c != idle[seen++]) return false;
  }
  return seen == sizeof idle - 1;
}

ys_status ys_annot_pending(ys_arena *arena, const ys_slot *slot,
                           ys_pending ***end) {
  for (ys_annot *annot = ys_slot_annots(slot); annot != NULL;
       annot = annot->next) {
    ys_pending *pending;
    if (annot->evaluated || !ys_word_is_ours(annot->word)) continue;
    YS_NEW(pending, arena);
    pending->annot = annot;
    **end = pending;
    *end = &pending->next;
  }
  if (!ys_is_collection(slot)) return YS_OK;
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next)
    YS_TRY(ys_annot_pending(arena, s, end));
  return YS_OK;
}

ys_status ys_annot_all_pending(ys_arena *arena, const ys_slots *list,
                               ys_pending **out) {
  ys_pending *first = NULL, **end = &first;
  for (const ys_slot *s = list->first; s != NULL; s = s->next)
    YS_TRY(ys_annot_pending(arena, s, &end));
  *out = first;
  return YS_OK;
}
