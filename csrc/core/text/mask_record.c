/* core/text/mask_record.c - Masks records (core/text/mask.h). */

#include "core/text/mask_parts.h"

/* The arguments that functions of the schema, or failures of them, make. They
 * may contain any value. */
static unsigned made_by_functions(const ys_diag *diag) {
  switch (diag->code) {
  case YS_E_RULE: return diag->rule.len == 0 ? YS_ARGUMENT(2) : 0;
  case YS_E_CEL:
  case YS_E_CODE_FAILED:
  case YS_E_WHEN_FAILED:
  case YS_E_DEFAULT_FAILED:
  case YS_E_OVERLAY:
  case YS_E_DOCUMENT_OVERLAY:
  case YS_E_SCHEMA_OVERLAY: return YS_ARGUMENT(1);
  case YS_E_COMPUTED_VALUE:
  case YS_E_INPUT_FAILED:
  case YS_E_ANNOTATION_FAILED:
  case YS_E_ANNOTATION_SYNTAX:
  case YS_E_KEY_FAILED:
  case YS_E_RENAMED_FAILED:
  case YS_E_RULE_FAILED: return YS_ARGUMENT(2);
  default: return 0;
  }
}

/* Whether the value at a place, or a part of it, is written as an alias or has
 * an anchor. Then the same value may be sensitive at another place. */
static bool has_alias(const ys_sources *sources, ys_place place) {
  enum { MOST_SEARCHED = 20000 };
  const ys_str line = ys_sources_line(sources, place);
  return line.len > 0 && line.len < MOST_SEARCHED &&
         (memchr(line.ptr, '*', line.len) != NULL ||
          memchr(line.ptr, '&', line.len) != NULL);
}

/* The arguments that show what was found. */
static unsigned found_arguments(const ys_diag *diag) {
  switch (ys_code_group(diag->code)) {
  case YS_GROUP_VALIDATION: return YS_ARGUMENT(2);
  case YS_GROUP_SCHEMA:
  case YS_GROUP_DATA: return YS_ARGUMENT(1);
  default: return 0;
  }
}

/* Masks an argument of a record. Where the place is sensitive, nothing that is
 * found there is shown; elsewhere, only what functions say is searched. */
static ys_status mask_argument(const ys_masks *masks, ys_arena *arena,
                               const ys_masked_path *place, unsigned argument,
                               const ys_diag *diag, ys_str *text) {
  const bool quotes = (ys_code_quotes(diag->code) & argument) != 0;
  if (place->sensitive && quotes) {
    if (diag->code != YS_E_DUPLICATE_KEY || !masks->knows(masks->space, *text))
      *text = YS_MASKED;
    return YS_OK;
  }
  if ((place->sensitive && (found_arguments(diag) & argument) != 0) ||
      (made_by_functions(diag) & argument) != 0)
    return ys_masks_text(masks, arena, YS_MASK_WORDS, text);
  return place->sensitive ? ys_masks_text(masks, arena, YS_MASK_PARTS, text)
                          : YS_OK;
}

static ys_status mask_arguments(const ys_masks *masks, ys_arena *arena,
                                const ys_masked_path *place,
                                const ys_diag *diag, ys_diag *out) {
  if (diag->code == YS_E_UNKNOWN_KEY) {
    if (place->last) out->args[0] = YS_MASKED;
    return YS_OK;
  }
  for (int i = 0; i < YS_DIAG_ARGS; i++)
    if (diag->args[i].len > 0)
      YS_TRY(mask_argument(masks, arena, place, YS_ARGUMENT(i + 1), diag,
                           &out->args[i]));
  return YS_OK;
}

/* Masks the last key of a path. */
static ys_status mask_last(ys_arena *arena, ys_str key, ys_masked_path *out) {
  const ys_str path = out->path;
  const bool quoted = path.len > 0 && path.ptr[path.len - 1] == ']';
  const ys_str end = quoted ? YS_STR("\"]") : YS_STR("");
  size_t len = path.len > key.len ? path.len - key.len : 0;
  if (quoted)
    for (len = path.len - end.len;
         len > 1 && !(path.ptr[len - 1] == '"' && path.ptr[len - 2] == '[');)
      len--;
  out->last = true;
  return ys_str_fill(arena, "%s%s%s", YS_WORDS({path.ptr, len}, YS_MASKED, end),
                     &out->path);
}

/* Masks the path, and finds out whether what stands there is sensitive. */
static ys_status mask_place(const ys_masks *masks, const ys_sources *sources,
                            ys_arena *arena, const ys_diag *diag,
                            ys_masked_path *out) {
  *out = (ys_masked_path){.path = diag->path};
  if (masks->mask_path != NULL)
    YS_TRY(masks->mask_path(masks->space, arena, diag->path, out));
  else
    YS_TRY(ys_masks_text(masks, arena, YS_MASK_KEYS, &out->path));
  out->sensitive |=
      ys_masks_has(masks, sources, diag->at) || has_alias(sources, diag->at);
  /* A key that was merged stands where it was written. */
  if (diag->code == YS_E_UNKNOWN_KEY && !out->last &&
      ys_masks_cover(masks, sources, diag->at))
    YS_TRY(mask_last(arena, diag->args[0], out));
  if (ys_code_group(diag->code) == YS_GROUP_SCHEMA)
    out->sensitive |= ys_masks_has(masks, sources, diag->by);
  return YS_OK;
}

/* A fix shows no more than the rest of the record. The name of a key says what
 * the masked one is like. */
static void mask_fix(const ys_masked_path *place, ys_fix *fix) {
  const bool has_value = fix->action == YS_FIX_REPLACE ||
                         fix->action == YS_FIX_ADD ||
                         fix->action == YS_FIX_WORD;
  const bool has_name =
      fix->action == YS_FIX_RENAME || fix->action == YS_FIX_MOVE;
  if ((place->last && has_name) || (place->sensitive && has_value))
    *fix = (ys_fix){0};
}

/* Masks the value of a record. The field that a record is about may be that of
 * one alternative, while another one has sensitive fields below the same place:
 * then a collection is not shown. */
static ys_status mask_value(const ys_masks *masks, ys_arena *arena,
                            const ys_masked_path *place, const ys_diag *diag,
                            ys_diag *out) {
  bool masked = place->partly && diag->value_kind == YS_VALUE_COLLECTION;
  if (diag->code == YS_E_UNKNOWN_KEY) return YS_OK;
  if (masked) out->value = (ys_str){0};
  if (place->sensitive && !masked) {
    YS_TRY(ys_masks_text(masks, arena, YS_MASK_WORDS, &out->value));
    masked =
        out->value.ptr != diag->value.ptr && out->value_kind < YS_VALUE_STRING;
  }
  if (masked) out->value_kind = YS_VALUE_MASKED;
  return YS_OK;
}

ys_status ys_masks_record(const ys_masks *masks, const ys_sources *sources,
                          ys_arena *arena, const ys_diag *diag, ys_diag *out) {
  ys_masked_path place;
  *out = *diag;
  YS_TRY(mask_place(masks, sources, arena, diag, &place));
  out->path = place.path;
  YS_TRY(mask_arguments(masks, arena, &place, diag, out));
  mask_fix(&place, &out->fix);
  YS_TRY(mask_value(masks, arena, &place, diag, out));
  return ys_masks_text(masks, arena, YS_MASK_PARTS, &out->calls);
}
