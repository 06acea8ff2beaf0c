/* core/yaml/layout_json.c - Finds the layout of JSON texts, along their trees.
 */

#include "core/yaml/layout_build.h"

/* Moves past a scalar of JSON. */
static bool skip_json_scalar(ys_layout_text *t) {
  const char *first = t->at;
  if (t->at == t->end) return false;
  if (*t->at != '"') {
    if (strchr("-0123456789tfn", *t->at) == NULL) return false;
    while (t->at < t->end && strchr(" \t\r\n,]}:", *t->at) == NULL)
      t->at++;
    return t->at > first;
  }
  for (t->at++; t->at < t->end && *t->at != '"'; t->at++)
    if (*t->at == '\\') t->at++;
  if (t->at >= t->end) return false;
  t->at++;
  return true;
}

static bool take_json_key(ys_layout_builder *b, const ys_slot *slot,
                          ys_layout *node) {
  ys_layout_text *t = &b->t;
  node->key = slot->key;
  node->key_style = YS_LAYOUT_DOUBLE_QUOTED;
  node->key_start = node->key_content = ys_layout_offset(t);
  if (t->at == t->end || *t->at != '"' || !skip_json_scalar(t)) return false;
  node->key_end = ys_layout_offset(t);
  if (!ys_layout_take(t, ':')) return false;
  node->colon = ys_layout_offset(t) - 1;
  ys_layout_skip(t);
  return true;
}

/* Finds the range of the value of a slot. A collection becomes the innermost
 * one. */
static bool take_json_value(ys_layout_builder *b, const ys_slot *slot,
                            ys_layout *node) {
  ys_layout_text *t = &b->t;
  node->start = node->content = ys_layout_offset(t);
  node->value = *slot;
  if (ys_is_collection(slot)) {
    b->top = node;
    b->depth++;
    node->style = YS_LAYOUT_FLOW;
    return ys_layout_take(t, slot->kind == YS_MAP ? '{' : '[');
  }
  node->style = t->at < t->end && *t->at == '"' ? YS_LAYOUT_DOUBLE_QUOTED
                                                : YS_LAYOUT_PLAIN;
  if (!skip_json_scalar(t)) return false;
  node->end = ys_layout_offset(t);
  return true;
}

/* Reads an item of the innermost collection, which has the slot. */
static ys_status take_json_item(ys_layout_builder *b, const ys_slot *slot) {
  ys_layout_text *t = &b->t;
  const bool map = b->top->value.kind == YS_MAP, first = b->top->first == NULL;
  ys_layout *node = ys_layout_add(b);
  if (node == NULL) return YS_NOMEM;
  if (!first && !ys_layout_take(t, ',')) return YS_INVALID;
  ys_layout_skip(t);
  node->place = ys_layout_place(t, t->at);
  if (map && !take_json_key(b, slot, node)) return YS_INVALID;
  return take_json_value(b, slot, node) ? YS_OK : YS_INVALID;
}

/* The slot that follows a collection is found through its layout, whose value
 * is a copy of the collection's slot. */
ys_status ys_layout_of_json(ys_layout_builder *b, const ys_slot *slot) {
  ys_layout *root = ys_layout_add(b);
  ys_layout_document *document =
      root != NULL ? ys_layout_add_document(b, 0) : NULL;
  if (document == NULL) return YS_NOMEM;
  document->root = root;
  b->out->json = true;
  ys_layout_skip(&b->t);
  root->place = ys_layout_place(&b->t, b->t.at);
  if (!take_json_value(b, slot, root)) return YS_INVALID;
  const ys_slot *next = b->top != NULL ? ys_slot_first(slot) : NULL;
  while (b->top != NULL) {
    ys_layout *top = b->top;
    if (next == NULL) {
      YS_TRY(ys_layout_close(b));
      next = top->value.next;
      continue;
    }
    YS_TRY(take_json_item(b, next));
    next = b->top != top ? ys_slot_first(next) : next->next;
  }
  ys_layout_skip(&b->t);
  return b->t.at == b->t.end ? YS_OK : YS_INVALID;
}
