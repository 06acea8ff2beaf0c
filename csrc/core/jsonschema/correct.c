/* core/jsonschema/correct.c - The fix of an invalid value that has exactly one
 * possible correction (core/jsonschema/explain.h). */

#include "core/fix/fix.h"
#include "core/jsonschema/explain.h"

/* ---- quotes -------------------------------------------------------------- */

/* Whether a text without quotes is one scalar, of a kind that the node
 * accepts. */
static bool means_one_thing(const ys_accept_node *node, ys_str text) {
  ys_slot meant;
  return ys_fix_means_one_thing(text, &meant) &&
         ys_accept_is_of_kind(node, &meant);
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
  v->fix = ys_fix_text(x->q.space, c->value, meant);
}

void ys_accept_correct_key(ys_accept_explainer *x, const ys_accept_case *c,
                           const ys_slot *entry, const ys_key *sure,
                           ys_accept_violation *v) {
  const ys_fix_keys keys = {x->arena, c->value, ys_accept_named(c), &x->effort};
  v->fix = ys_fix_name(x->q.space, &keys, entry, sure);
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
  if (only == NULL || ys_is_collection(only)) return YS_OK;
  return ys_fix_add(x->q.space, only, &v->fix);
}
