/* core/jsonschema/correct.c - What corrects an invalid value, where only one
 * thing can be meant (core/jsonschema/explain.h). */

#include "core/jsonschema/explain.h"
#include "core/rule/rule.h"
#include "core/scalar/scalar.h"
#include "core/scalar/show.h"
#include "core/tree/gap.h"

/* ---- quotes -------------------------------------------------------------- */

/* Whether a text without quotes is the same scalar, of a kind that the node
 * accepts, in YAML 1.1 and in YAML 1.2. */
static bool means_one_thing(const ys_accept_node *node, ys_str text) {
  ys_slot old = {0}, core = {0};
  return ys_scalar_resolve(text, &old) == YS_SCALAR_OK &&
         ys_scalar_resolve_core(text, &core) == YS_SCALAR_OK &&
         old.kind == core.kind && old.kind != YS_NULL &&
         old.kind != YS_STRING && ys_slot_equal(&old, &core) &&
         ys_accept_is_of_kind(node, &core);
}

void ys_accept_correct_kind(const ys_accept_case *c, ys_accept_violation *v) {
  const ys_slot *value = c->value;
  const ys_kinds scalars =
      YS_KINDS(YS_BOOL) | YS_KINDS(YS_INT) | YS_KINDS(YS_FLOAT);
  if (ys_slot_line(value) == 0 || ys_is_collection(value) ||
      value->kind == YS_NULL)
    return;
  if (value->kind == YS_STRING) {
    if (!means_one_thing(c->node, ys_slot_text(value))) return;
    v->hint = YS_STR("leave out the quotes.");
    v->fix.action = YS_FIX_UNQUOTE;
  } else if ((c->node->kinds & YS_KINDS(YS_STRING)) != 0) {
    v->hint = YS_STR("to make it a string, put it in quotes.");
    if ((c->node->kinds & scalars) == 0) v->fix.action = YS_FIX_QUOTE;
  }
}

/* ---- names --------------------------------------------------------------- */

void ys_accept_correct_text(const ys_accept_explainer *x,
                            const ys_accept_case *c, ys_str meant,
                            ys_accept_violation *v) {
  if (meant.len > 0 && ys_gap_is_given(x->q.space, c->value))
    v->fix = (ys_fix){
        .action = YS_FIX_REPLACE, .kind = YS_VALUE_STRING, .text = meant};
}

/* How near a key is to the missing keys of a map, and to one of them. */
static bool may_be(ys_accept_explainer *x, const ys_accept_case *c,
                   ys_str given, const ys_key *key) {
  const ys_shape *shape = ys_accept_named(c);
  ys_nearest all, one;
  ys_nearest_init(&one, given);
  ys_nearest_offer(&one, key->text);
  if (one.best.len == 0) return false;
  x->effort += shape->count;
  ys_nearest_init(&all, given);
  for (uint32_t i = 0; i < shape->count; i++)
    if (ys_map_find(x->arena, c->value, shape->keys[i]) == NULL)
      ys_nearest_offer(&all, shape->keys[i]->text);
  return one.distance <= all.distance;
}

/* Whether another unknown key of the map may be meant for the same missing one.
 * After very many comparisons, one may. */
static bool is_claimed(ys_accept_explainer *x, const ys_accept_case *c,
                       const ys_slot *entry, const ys_key *key) {
  enum { ENOUGH = 100000 };
  const ys_shape *shape = ys_accept_named(c);
  for (const ys_slot *s = ys_slot_first(c->value); s != NULL; s = s->next) {
    if (s == entry || ys_shape_find(shape, s->key, 0) >= 0) continue;
    if (x->effort++ >= ENOUGH) return true;
    if (may_be(x, c, s->key->text, key)) return true;
  }
  return false;
}

void ys_accept_correct_key(ys_accept_explainer *x, const ys_accept_case *c,
                           const ys_slot *entry, const ys_key *sure,
                           ys_accept_violation *v) {
  if (sure == NULL || !ys_gap_is_given(x->q.space, entry) ||
      ys_map_find(x->arena, c->value, sure) != NULL ||
      is_claimed(x, c, entry, sure))
    return;
  v->fix = (ys_fix){.action = YS_FIX_RENAME, .text = sure->text};
}

/* ---- missing keys -------------------------------------------------------- */

/* The only value that a node accepts, as far as `const` and `enum` say so; or
 * NULL. */
static const ys_slot *only_value(const ys_accept_node *node) {
  enum { MOST = 16 };
  for (int i = 0; node != NULL && i < MOST; i++) {
    if (node->same != NULL) node = node->same;
    const ys_rule *rule = node->constant ? node->constant : node->listed;
    if (rule != NULL)
      return ys_slot_size(rule->argument) == 1 ? ys_slot_first(rule->argument)
                                               : NULL;
    const ys_accept_whole *w = node->wholes; /* a `$ref` */
    node = w != NULL && w->way == YS_ACCEPT_ALL && w->list.count == 1
               ? w->list.nodes[0]
               : NULL;
  }
  return NULL;
}

ys_status ys_accept_correct_missing(const ys_accept_explainer *x,
                                    const ys_accept_node *node,
                                    ys_accept_violation *v) {
  const ys_slot *only = only_value(node);
  ys_diag shown = {0};
  if (only == NULL || ys_is_collection(only)) return YS_OK;
  YS_TRY(ys_show_in_record(ys_space_records(x->q.space), only, false, &shown));
  if (shown.value_kind != YS_VALUE_WORD)
    v->fix = (ys_fix){YS_FIX_ADD, shown.value_kind, shown.value};
  return YS_OK;
}
