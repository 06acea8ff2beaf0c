/* core/export/wide_rules.c - What values of other places decide: identities and
 * references. Neither OpenAPI nor JSON Schema can say it. */

#include "core/export/constraint.h"
#include "core/tree/build.h"

/* Adds a text such as "one of the names at a[].name or b[].name". */
static ys_status add_paths(ys_space *space, const char *begin,
                           const char *between, const ys_target *targets,
                           uint32_t count, ys_str when, ys_slot *unsaid) {
  ys_buf buf;
  ys_str text;
  ys_buf_init(&buf, space->arena.memory);
  ys_buf_cstr(&buf, begin);
  for (uint32_t i = 0; i < count; i++) {
    if (i > 0) ys_buf_cstr(&buf, between);
    ys_buf_add(&buf, targets[i].text);
  }
  if (when.len > 0) {
    ys_buf_cstr(&buf, ", when ");
    ys_buf_add(&buf, when);
  }
  YS_TRY(ys_buf_keep(&buf, &space->arena, &text));
  return ys_build_item_text(space, unsaid, text);
}

ys_status ys_constraint_wide(ys_space *space, const ys_field *field,
                             ys_slot *unsaid) {
  for (const ys_identity *i = field->identities; i != NULL; i = i->next)
    YS_TRY(add_paths(space, "items that differ in ", " and ", i->keys, i->count,
                     (ys_str){0}, unsaid));
  for (const ys_refers *r = field->references; r != NULL; r = r->next)
    YS_TRY(add_paths(space, "one of the names at ", " or ", r->targets,
                     r->count, r->when_text, unsaid));
  return YS_OK;
}
