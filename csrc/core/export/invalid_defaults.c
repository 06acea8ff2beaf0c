/* core/export/invalid_defaults.c - Keys that are required because their
 * defaults break their own rules. */

#include "core/export/view.h"

/* Whether the value breaks a named rule of the annotation. Functions and
 * conditions are not known here. */
static ys_status breaks(ys_space *space, const ys_validation *v,
                        const ys_slot *value, bool *out) {
  if (v->when != 0) return YS_OK;
  if (value->kind == YS_NULL) {
    *out |= v->not_null != NULL;
    return YS_OK;
  }
  for (uint32_t i = 0; i < v->count && !*out; i++) {
    ys_finding finding;
    if (v->rules[i].closure != 0) continue;
    YS_TRY(ys_rule_test(space, &v->rules[i], value, &finding));
    *out = !finding.holds && !finding.failed;
  }
  return YS_OK;
}

/* Recursion is bounded as that of ys_view_is_required() is: a map that has no
 * default of its own is made of those of its keys, and these end somewhere. */
ys_status ys_view_lacks(ys_space *space, const ys_field *field, bool *out) {
  const ys_slot *value = field->default_value;
  const ys_map_type *map = ys_view_map(field);
  *out = false;
  if (field->renamed != NULL || field->has_renamed || field->optional ||
      field->required != NULL || field->default_closure != 0)
    return YS_OK;
  if (value != NULL) {
    if (ys_view_has_closure(value)) return YS_OK;
    for (const ys_validation *v = field->validations; v != NULL && !*out;
         v = v->next)
      YS_TRY(breaks(space, v, value, out));
    return YS_OK;
  }
  for (uint32_t i = 0; map != NULL && i < map->shape->count && !*out; i++)
    YS_TRY(ys_view_lacks(space, &map->fields[i], out));
  return YS_OK;
}
