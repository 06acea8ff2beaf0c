/* core/jsonschema/words.c - Words for the violations of a value
 * (core/jsonschema/explain.h). */

#include "core/jsonschema/explain.h"
#include "core/scalar/show.h"

ys_status ys_accept_shown(ys_arena *arena, const ys_slot *value, ys_str *out) {
  *out = YS_STR("a map");
  if (value->kind == YS_MAP) return YS_OK;
  ys_buf buf = ys_buf_of(arena->memory);
  ys_show_value(&buf, value, true);
  return ys_buf_keep(&buf, arena, out);
}

ys_status ys_accept_kind_words(ys_arena *arena, const ys_accept_node *node,
                               ys_str *out) {
  static const ys_kind all[] = {YS_STRING, YS_FLOAT, YS_INT, YS_BOOL,
                                YS_MAP,    YS_ARRAY, YS_NULL};
  uint32_t count = 0, at = 0;
  const bool number = !node->whole && (node->kinds & YS_KINDS(YS_FLOAT)) != 0;
  ys_kinds kinds = node->kinds;
  if (number) kinds &= ~(ys_kinds)YS_KINDS(YS_INT);
  if (node->whole) kinds &= ~(ys_kinds)YS_KINDS(YS_FLOAT);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    count += (kinds & YS_KINDS(all[i])) != 0;
  if (count == sizeof all / sizeof *all - number - node->whole) {
    *out = YS_STR("any value");
    return YS_OK;
  }
  if (count == 0) {
    *out = YS_STR("left out");
    return YS_OK;
  }
  ys_buf buf = ys_buf_of(arena->memory);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if ((kinds & YS_KINDS(all[i])) == 0) continue;
    if (at++ > 0) ys_buf_cstr(&buf, at == count ? " or " : ", ");
    if (all[i] == YS_FLOAT)
      ys_buf_cstr(&buf, "number");
    else
      ys_buf_add(&buf, ys_kind_name(all[i]));
  }
  return ys_buf_keep(&buf, arena, out);
}

ys_status ys_accept_count_words(ys_arena *arena, ys_str before, uint64_t count,
                                ys_str after, ys_str *out) {
  return ys_str_fill(arena, "%s%s%s", YS_WORDS(before, YS_UINT(count), after),
                     out);
}

/* ---- why a `then` or an `else` applies ------------------------------------
 */

/* A condition of more keys than this is not put into words. */
enum { MOST_KEYS = 3 };

static ys_slot *child(const ys_slot *map, const ys_key *key) {
  ys_slot *s = ys_slot_first(map);
  while (s != NULL && !ys_str_eq(s->key->text, key->text))
    s = s->next;
  return s;
}

static bool lists_values(const ys_accept_node *n) {
  return n->listed != NULL || n->constant != NULL;
}

/* Whether a node only says which keys a map has, and lists their values. */
static bool is_simple(const ys_accept_node *n) {
  const ys_accept_maps *m = n->maps;
  if (m == NULL || n->wholes != NULL || lists_values(n) ||
      m->pattern_count > 0 || m->others != NULL || m->names != NULL ||
      m->needs != NULL || m->min > 0 || m->shape.count > MOST_KEYS)
    return false;
  for (uint32_t i = 0; i < m->shape.count; i++) {
    const ys_accept_node *entry = m->entries[i].node;
    if (entry != NULL && !entry->open && !lists_values(entry)) return false;
  }
  return true;
}

static bool holds_for(ys_accept_explainer *x, const ys_accept_entry *entry,
                      ys_slot *value) {
  if (value == NULL) return !entry->required;
  return entry->node == NULL || ys_accepts_part(&x->q, entry->node, value);
}

static ys_status add_key(ys_accept_explainer *x, ys_buf *out, const ys_key *key,
                         const ys_accept_entry *entry, const ys_slot *value) {
  ys_str shown;
  ys_buf_cstr(out, out->len == 0 ? "because " : " and ");
  ys_buf_add(out, key->text);
  if (value == NULL || entry->node == NULL || entry->node->open) {
    ys_buf_cstr(out, value == NULL ? " is missing" : " is given");
    return YS_OK;
  }
  YS_TRY(ys_accept_shown(x->arena, value, &shown));
  ys_buf_fill(out, " is %s", YS_WORDS(shown));
  return YS_OK;
}

ys_status ys_accept_condition_words(ys_accept_explainer *x,
                                    const ys_accept_node *condition,
                                    const ys_slot *map, bool holds,
                                    ys_str *out) {
  const ys_accept_maps *m;
  ys_status status = YS_OK;
  if (condition->same != NULL) condition = condition->same;
  if (map->kind != YS_MAP || !is_simple(condition)) return YS_OK;
  m = condition->maps;
  ys_buf buf = ys_buf_of(x->arena->memory);
  for (uint32_t i = 0; i < m->shape.count && status == YS_OK; i++) {
    ys_slot *value = child(map, m->shape.keys[i]);
    /* If it does not hold, one of its keys says why. */
    if (!holds && (buf.len > 0 || holds_for(x, &m->entries[i], value)))
      continue;
    status = add_key(x, &buf, m->shape.keys[i], &m->entries[i], value);
  }
  if (status == YS_OK) return ys_buf_keep(&buf, x->arena, out);
  ys_buf_release(&buf);
  return status;
}
