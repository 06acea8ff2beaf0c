/* core/export/reference_words.c - References, identities and old names of
 * required keys in words: no keyword of JSON Schema expresses them. */

#include "core/export/reference_words.h"

#include "core/export/view.h"
#include "core/tree/build.h"

static void add_paths(ys_buf *buf, const ys_target *paths, uint32_t count,
                      const char *between) {
  for (uint32_t i = 0; i < count; i++) {
    if (i > 0) ys_buf_cstr(buf, between);
    ys_buf_add(buf, paths[i].text);
  }
}

/* Says in which documents names count, unless in one document. */
static void add_scope(ys_buf *buf, ys_scope scope) {
  static const char *const words[] = {
      "", ", in all documents of the file",
      ", in all documents of the configuration"};
  ys_buf_cstr(buf, words[scope]);
}

/* Ends a text, and adds it to the losses. */
static ys_status add_text(ys_space *space, ys_buf *buf, ys_slot *losses) {
  ys_str text;
  YS_TRY(ys_buf_keep(buf, &space->arena, &text));
  return ys_build_item_text(space, losses, text);
}

/* Makes a text such as "one of the names at a[].name, or at b{}, when f". */
static ys_status say_reference(ys_space *space, const ys_refers *reference,
                               ys_slot *losses) {
  ys_buf buf = ys_buf_of(space->arena.memory);
  ys_buf_cstr(&buf, "one of the names at ");
  add_paths(&buf, reference->targets, reference->count, ", or at ");
  if (reference->kind.len > 0) {
    ys_buf_cstr(&buf, ", in documents of the kind ");
    ys_buf_add(&buf, reference->kind);
  } else {
    add_scope(&buf, reference->scope);
  }
  if (reference->when != 0) {
    ys_buf_fill(&buf, ", when %s", YS_WORDS(reference->when_text));
  }
  return add_text(space, &buf, losses);
}

static ys_status say_identity(ys_space *space, const ys_identity *identity,
                              ys_slot *losses) {
  ys_buf buf = ys_buf_of(space->arena.memory);
  ys_buf_cstr(&buf, "different from all other items in ");
  add_paths(&buf, identity->keys, identity->count, " and ");
  add_scope(&buf, identity->scope);
  return add_text(space, &buf, losses);
}

/* Makes a text such as "a map with a, or with its old name b or c.d". */
static ys_status say_old_names(ys_space *space, const ys_field *needed,
                               ys_slot *losses) {
  ys_buf buf = ys_buf_of(space->arena.memory);
  ys_buf_fill(&buf, "a map with %s, or with its old name ",
              YS_WORDS(needed->key->text));
  for (const ys_renamed *r = needed->renamed; r != NULL; r = r->next) {
    if (r != needed->renamed) ys_buf_cstr(&buf, " or ");
    ys_buf_add(&buf, r->text);
  }
  return add_text(space, &buf, losses);
}

ys_status ys_reference_words(ys_space *space, const ys_field *field,
                             const ys_field *definition, ys_slot *losses) {
  const ys_refers *last = definition != NULL ? definition->references : NULL;
  const ys_identity *end = definition != NULL ? definition->identities : NULL;
  const ys_map_type *map = definition != NULL ? NULL : ys_view_map(field);
  for (const ys_identity *i = field->identities; i != end; i = i->next)
    YS_TRY(say_identity(space, i, losses));
  for (const ys_refers *r = field->references; r != last; r = r->next)
    YS_TRY(say_reference(space, r, losses));
  for (uint32_t i = 0; map != NULL && i < map->shape->count; i++)
    if (map->fields[i].renamed != NULL && ys_view_is_needed(&map->fields[i]))
      YS_TRY(say_old_names(space, &map->fields[i], losses));
  return YS_OK;
}
