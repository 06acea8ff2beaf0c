#include "core/annotation/argument.h"

ys_status ys_argument_error(ys_space *space, const ys_annot *annot,
                            ys_str found, ys_str expected, ys_str hint) {
  return ys_space_record(space, YS_E_ANNOTATION_ARGUMENT, ys_annot_place(annot),
                         YS_NOWHERE,
                         YS_ARGUMENTS(annot->name, found, expected, hint));
}

bool ys_argument_named(const ys_annot *annot) {
  for (const ys_arg *arg = annot->args; arg != NULL; arg = arg->next)
    if (arg->name.len > 0) return true;
  return false;
}

ys_status ys_argument_count(ys_arena *arena, uint32_t count, const char *what,
                            ys_str *out) {
  return ys_str_fill(arena, "%s%s", YS_WORDS(YS_UINT(count), ys_cstr(what)),
                     out);
}

ys_status ys_argument_single(ys_space *space, const ys_annot *annot,
                             const ys_slot **value, ys_str *found) {
  const uint32_t count = ys_annot_positional(annot);
  *value = NULL;
  if (ys_argument_named(annot)) {
    *found = YS_STR("keyword argument");
  } else if (count == 0) {
    *found = YS_STR("missing value");
  } else if (count == 1) {
    *value = &annot->args->value;
  } else {
    return ys_argument_count(&space->arena, count, " values", found);
  }
  return YS_OK;
}

static ys_keyword *row_of(ys_keyword *rows, size_t count, ys_str name) {
  for (size_t i = 0; i < count; i++)
    if (ys_str_eq(ys_cstr(rows[i].name), name)) return &rows[i];
  return NULL;
}

/* A value as reports show it. A string is shown as it was written. */
static ys_str found_value(const ys_arg *arg) {
  return arg->value.kind == YS_STRING && arg->text.len > 0
             ? arg->text
             : ys_kind_name((ys_kind)arg->value.kind);
}

static ys_status take_keyword(ys_space *space, const ys_annot *annot,
                              const ys_arg *arg, ys_keyword *row, ys_str hint,
                              bool *good) {
  ys_str found;
  if (row != NULL && row->arg == NULL &&
      (row->kinds & YS_KINDS(arg->value.kind)) != 0) {
    row->arg = arg;
    return YS_OK;
  }
  *good = false;
  if (row == NULL)
    return ys_argument_error(space, annot, arg->name, YS_STR("A valid kwarg"),
                             hint);
  if (row->arg == NULL)
    return ys_argument_error(space, annot, found_value(arg),
                             ys_cstr(row->expected), hint);
  YS_TRY(ys_str_fill(&space->arena, "%s given twice", YS_WORDS(arg->name),
                     &found));
  return ys_argument_error(space, annot, found,
                           YS_STR("each keyword argument once"), hint);
}

ys_status ys_argument_keywords(ys_space *space, const ys_annot *annot,
                               ys_keyword *rows, size_t count, ys_str hint,
                               bool *good) {
  for (const ys_arg *arg = annot->args; arg != NULL; arg = arg->next)
    if (arg->name.len > 0)
      YS_TRY(take_keyword(space, annot, arg, row_of(rows, count, arg->name),
                          hint, good));
  return YS_OK;
}

ys_status ys_argument_none(ys_space *space, const ys_annot *annot,
                           ys_str hint) {
  if (annot->args == NULL) return YS_OK;
  return ys_argument_error(
      space, annot,
      annot->args->name.len > 0 ? YS_STR("keyword argument") : YS_STR("value"),
      YS_STR("no arguments"), hint);
}
