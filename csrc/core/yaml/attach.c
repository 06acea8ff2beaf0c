#include "core/yaml/attach.h"

#include <string.h>

#include "core/annotation/literal.h"

void ys_attach_init(ys_attacher *attacher, ys_space *space,
                    const ys_marks *marks, ys_documents *documents) {
  attacher->space = space;
  attacher->documents = documents;
  attacher->source = marks->source;
  attacher->invalid = false;
  attacher->pending = NULL;
  attacher->pending_end = &attacher->pending;
  attacher->foreign = attacher->spare = NULL;
  attacher->foreign_end = &attacher->foreign;
  attacher->merge = NULL;
  attacher->plain = NULL;
  attacher->plain_end = &attacher->plain;
  attacher->slot = NULL;
  attacher->line = 0;
  ys_comments_init(&attacher->comments, marks);
}

/* ---- annotations --------------------------------------------------------- */

/* Whether the name of an annotation shows that code was meant, as in `#@def
 * f():` instead of `#@ def f():`. */
static bool is_code_word(ys_str name) {
  static const char *const words[] = {"def",  "function", "local", "load",
                                      "if",   "for",      "end",   "return",
                                      "else", "elif"};
  size_t len = 0;
  while (len < name.len && name.ptr[len] >= 'a' && name.ptr[len] <= 'z')
    len++;
  if (len < name.len && name.ptr[len] != '(' && name.ptr[len] != ':')
    return false;
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (ys_str_eq((ys_str){name.ptr, len}, ys_cstr(words[i]))) return true;
  return false;
}

static ys_status code_error(ys_attacher *attacher, ys_str code,
                            ys_place place) {
  attacher->invalid = true;
  return ys_space_note(attacher->space, YS_E_CODE_LINE, place, code,
                       YS_STR("a blank is needed after #@"));
}

/* Adds code. If something stands before the code on its line, the code is its
 * value. */
static ys_status add_code(ys_attacher *attacher, ys_str code, ys_place place) {
  ys_documents *documents = attacher->documents;
  if (documents->code_notes != NULL && attacher->slot != NULL &&
      attacher->line == place.line)
    return ys_code_notes_compute(
        documents->code_notes, &attacher->space->arena,
        &(ys_computed){.slot = attacher->slot, .text = code, .place = place});
  ys_code_line *line = ys_arena_new(&attacher->space->arena, ys_code_line);
  if (line == NULL) return YS_NOMEM;
  line->text = code;
  line->place = place;
  YS_APPEND(documents->code_first, documents->code_last, line);
  return YS_OK;
}

/* Appends a list of annotations to those of the slot. */
static ys_status append(ys_attacher *attacher, ys_slot *slot,
                        ys_annot *annots) {
  ys_annot *last = ys_slot_annots(slot);
  if (last == NULL)
    return ys_slot_annotate(&attacher->space->arena, slot, annots);
  while (last->next != NULL)
    last = last->next;
  last->next = annots;
  return YS_OK;
}

static ys_status warn(ys_attacher *attacher, ys_code code, ys_str name,
                      ys_place place) {
  return ys_space_note(attacher->space, code, place, name, (ys_str){0});
}

/* ---- annotations of other tools ------------------------------------------ */

/* Remembers one until a slot is opened. */
static ys_status add_foreign(ys_attacher *attacher, ys_str name,
                             ys_place place) {
  ys_foreign *foreign;
  YS_REUSE(foreign, attacher->spare, next, &attacher->space->arena);
  *foreign = (ys_foreign){NULL, name, place.line, place.column};
  *attacher->foreign_end = foreign;
  attacher->foreign_end = &foreign->next;
  return YS_OK;
}

static void forget_foreign(ys_attacher *attacher) {
  if (attacher->foreign == NULL) return;
  *attacher->foreign_end = attacher->spare;
  attacher->spare = attacher->foreign;
  attacher->foreign = NULL;
  attacher->foreign_end = &attacher->foreign;
}

static ys_status warn_of_foreign(ys_attacher *attacher) {
  for (const ys_foreign *s = attacher->foreign; s != NULL; s = s->next) {
    const ys_place place = {s->line, s->column, attacher->source};
    YS_TRY(warn(attacher, YS_E_UNATTACHED, s->name, place));
    YS_TRY(ys_space_settle(attacher->space));
  }
  return YS_OK;
}

/* ---- the annotations of slots -------------------------------------------- */

ys_status ys_attach_pending(ys_attacher *attacher, ys_slot *slot) {
  if (slot == attacher->merge) YS_TRY(warn_of_foreign(attacher));
  forget_foreign(attacher);
  if (attacher->pending == NULL) return YS_OK;
  YS_TRY(append(attacher, slot, attacher->pending));
  attacher->pending = NULL;
  attacher->pending_end = &attacher->pending;
  return YS_OK;
}

static bool is_for_key(const ys_slot *item, const ys_annot *annot) {
  return annot->line == ys_slot_line(item) && ys_word_is_known(annot->word) &&
         ys_vocab_row_of(annot->word)->places == YS_ON_ENTRY;
}

YS_APART ys_status ys_attach_first_key(ys_attacher *attacher, ys_slot *item) {
  ys_annot *annots = ys_slot_annots(item), **link = &annots;
  while (*link != NULL) {
    ys_annot *annot = *link;
    if (!is_for_key(item, annot)) {
      link = &annot->next;
      continue;
    }
    *link = annot->next;
    annot->next = NULL;
    *attacher->pending_end = annot;
    attacher->pending_end = &annot->next;
  }
  if (annots == ys_slot_annots(item)) return YS_OK;
  return ys_slot_annotate(&attacher->space->arena, item, annots);
}

/* Whether the annotation that was just read stands on the latest slot's line.
 */
static bool is_on_line(const ys_attacher *attacher, ys_place place) {
  return attacher->slot != NULL && attacher->line == place.line;
}

/* Whether an annotation has no effect. Plain comments have no name. */
static bool is_of_others(const ys_space *space, ys_str name) {
  return name.len > 0 && !space->plain_text &&
         ys_word_is_foreign(ys_vocab_word(name));
}

/* Adds an annotation. Its texts are not copied, because they are parts of the
 * source, which lives as long as the space. */
static ys_status add_annot(ys_attacher *attacher, ys_str name, ys_str text,
                           ys_place place) {
  if (is_of_others(attacher->space, name)) {
    if (!is_on_line(attacher, place)) return add_foreign(attacher, name, place);
    return attacher->slot == attacher->merge
               ? warn(attacher, YS_E_UNATTACHED, name, place)
               : YS_OK;
  }
  ys_annot *annot = ys_annot_new(&attacher->space->arena, name, text, place);
  if (annot == NULL) return YS_NOMEM;
  if (ys_word_is_ours(annot->word))
    YS_TRY(ys_literal_arguments(attacher->space, annot));
  if (annot->word == YS_WORD_TEXT_TEMPLATES)
    YS_TRY(warn(attacher, YS_E_TEXT_TEMPLATES, name, place));
  if (is_on_line(attacher, place)) {
    YS_TRY(append(attacher, attacher->slot, annot));
  } else {
    *attacher->pending_end = annot;
    attacher->pending_end = &annot->next;
  }
  return YS_OK;
}

/* Whether a name has a namespace and is ours. `# @schema` alone is a word of
 * other tools, and of prose. */
static bool is_in_our_namespace(ys_str name) {
  return memchr(name.ptr, '/', name.len) != NULL &&
         ys_word_is_ours(ys_vocab_word(name));
}

/* Warns of a comment that would be an annotation without the blanks between #
 * and @. Only what a comment begins with counts: prose may name annotations.
 * Where annotations are refused, it is meant as a comment. */
static ys_status warn_if_spaced(ys_attacher *attacher, ys_str text,
                                ys_place place) {
  ys_str name, args;
  if (attacher->space->plain_text) return YS_OK;
  while (text.len > 0 && (*text.ptr == ' ' || *text.ptr == '\t'))
    text = (ys_str){text.ptr + 1, text.len - 1};
  if (ys_annot_split(text, &name, &args) != YS_COMMENT_ANNOTATION ||
      !is_in_our_namespace(name))
    return YS_OK;
  return ys_space_note(attacher->space, YS_E_SPACED_ANNOTATION, place, name,
                       (ys_str){0});
}

/* Keeps a plain comment if the space wants that, or notes it. Only at the end
 * of the text is it known whether there are annotations or code beside which
 * plain comments may be refused. */
static ys_status add_plain(ys_attacher *attacher, ys_str text, ys_place place) {
  ys_code_line *line;
  if (attacher->space->keep_comments)
    return add_annot(attacher, YS_STR(""), text, place);
  YS_TRY(warn_if_spaced(attacher, text, place));
  if (!attacher->space->refuse_comments || ys_str_starts(text, YS_STR("!")))
    return YS_OK;
  YS_NEW(line, &attacher->space->arena);
  line->text = text;
  line->place = place;
  *attacher->plain_end = line;
  attacher->plain_end = &line->next;
  return YS_OK;
}

static ys_status take(ys_attacher *attacher) {
  ys_comment comment;
  ys_str name, args;
  ys_comments_take(&attacher->comments, &comment);
  const ys_place place = {comment.line, comment.column, attacher->source};
  const ys_comment_kind kind = ys_annot_split(comment.text, &name, &args);
  if (kind == YS_COMMENT_PLAIN) return add_plain(attacher, comment.text, place);
  attacher->documents->annotated = true;
  if (kind == YS_COMMENT_CODE) return add_code(attacher, args, place);
  if (!is_code_word(name)) return add_annot(attacher, name, args, place);
  const char *end = args.len > 0 ? args.ptr + args.len : name.ptr + name.len;
  return code_error(attacher, (ys_str){name.ptr, (size_t)(end - name.ptr)},
                    place);
}

ys_status ys_attach_comments(ys_attacher *attacher, size_t index) {
  while (attacher->comments.index < index)
    YS_TRY(take(attacher));
  return YS_OK;
}

ys_status ys_attach_to(ys_attacher *attacher, const char *byte) {
  while (attacher->comments.next < byte)
    YS_TRY(take(attacher));
  return YS_OK;
}

ys_status ys_attach_plain(ys_attacher *attacher) {
  const ys_code_line *line = attacher->plain;
  if (!attacher->documents->annotated) return YS_OK;
  for (; line != NULL; line = line->next) {
    YS_TRY(ys_space_note(attacher->space, YS_E_PLAIN_COMMENT, line->place,
                         line->text, (ys_str){0}));
    attacher->invalid = true;
  }
  return YS_OK;
}

ys_status ys_attach_unused(ys_attacher *attacher, const ys_annot *annots) {
  for (; annots != NULL; annots = annots->next) {
    if (annots->name.len == 0) continue; /* a comment may stand anywhere */
    YS_TRY(
        warn(attacher, YS_E_UNATTACHED, annots->name, ys_annot_place(annots)));
    YS_TRY(ys_space_settle(attacher->space));
  }
  return YS_OK;
}

ys_status ys_attach_rest(ys_attacher *attacher, bool final) {
  if (final) YS_TRY(ys_space_open_records(attacher->space));
  YS_TRY(ys_attach_unused(attacher, attacher->pending));
  YS_TRY(warn_of_foreign(attacher));
  return final ? ys_space_close_records(attacher->space) : YS_OK;
}
