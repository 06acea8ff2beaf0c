#include "ys_overlay.h"

typedef struct merger {
  ys_space *space;
  const ys_overlay_options *options;
  ys_postponed **postponed;
  bool faulty;
} merger;

static ys_status merge_slot(merger *m, ys_slot *left, ys_slot *right,
                            const ys_path *path);

static ys_status fault(merger *m, const ys_slot *left, const ys_slot *right,
                       const ys_path *path, const ys_str *words, size_t count) {
  const ys_place nowhere = {0};
  ys_arena *arena = &m->space->arena;
  ys_diag *diag =
      ys_space_fault(m->space, m->options->fault, ys_slot_place(right),
                     left != NULL ? ys_slot_place(left) : nowhere);
  if (diag == NULL) return YS_NOMEM;
  m->faulty = true;
  YS_TRY(ys_str_join(arena, words, count, &diag->args[0]));
  return ys_path_text(arena, path, &diag->path);
}

static ys_status wrong_shape(merger *m, ys_slot *left, const ys_slot *right,
                             const ys_path *path) {
  const ys_str words[] = {
      YS_STR("Expected "), ys_kind_name((ys_kind)right->kind),
      YS_STR(", but was "), ys_kind_name((ys_kind)left->kind)};
  left->flags |= YS_SLOT_FAULTY;
  return fault(m, left, right, path, words, 4);
}

static ys_status no_match(merger *m, const ys_slot *right,
                          const ys_path *path) {
  const ys_str words[] = {
      YS_STR("Expected number of matched nodes to be 1, but was 0")};
  return fault(m, NULL, right, path, words, 1);
}

/* The right's annotations replace the left's of the same name, the others
 * stay (language.md 11). */
static void take_annotations(ys_slot *left, const ys_slot *right) {
  ys_annot **end = &left->annots;
  if (right->annots == NULL) return;
  while (*end != NULL) {
    if (ys_annot_find(right, (*end)->name) != NULL)
      *end = (*end)->next;
    else
      end = &(*end)->next;
  }
  *end = right->annots;
}

static ys_status merge_map(merger *m, ys_slot *left, ys_slot *right,
                           const ys_path *path) {
  ys_path child = {path, NULL, 0};
  ys_slot *entry = right->u.items->first, *next;
  for (; entry != NULL; entry = next) {
    ys_slot *match = ys_map_find(&m->space->arena, left, entry->key);
    next = entry->next;
    child.key = entry->key;
    if (match != NULL)
      YS_TRY(merge_slot(m, match, entry, &child));
    else if (m->options->add_keys)
      ys_slot_append(left, entry);
    else
      YS_TRY(no_match(m, entry, &child));
  }
  return YS_OK;
}

static void append_items(ys_slot *left, ys_slot *right) {
  ys_slot *item = right->u.items->first, *next;
  for (; item != NULL; item = next) {
    next = item->next;
    ys_slot_append(left, item);
  }
}

static ys_status postpone(merger *m, ys_slot *left, ys_slot *right) {
  ys_postponed *later = ys_arena_new(&m->space->arena, ys_postponed);
  if (later == NULL) return YS_NOMEM;
  later->left = left;
  later->right = right;
  later->next = *m->postponed;
  *m->postponed = later;
  return YS_OK;
}

/* Whether merging needs to know what the left slot holds. */
static bool needs_left(const merger *m, const ys_slot *right) {
  return right->kind == YS_MAP ||
         (right->kind == YS_ARRAY && m->options->append_arrays);
}

static ys_status merge_slot(merger *m, ys_slot *left, ys_slot *right,
                            const ys_path *path) {
  if (m->options->take_annotations) take_annotations(left, right);
  left->flags |= right->flags & (YS_SLOT_FAULTY | YS_SLOT_DIRTY);
  if ((right->flags & YS_SLOT_FAULTY) != 0) return YS_OK;
  left->flags &= (uint8_t)~YS_SLOT_DEFAULT;
  if ((left->flags & YS_SLOT_PENDING) != 0 && needs_left(m, right))
    return postpone(m, left, right);
  if (ys_is_collection(right) && left->kind == right->kind) {
    ys_slot_set_place(left, ys_slot_place(right));
    if (right->kind == YS_MAP) return merge_map(m, left, right, path);
    if (m->options->append_arrays) {
      append_items(left, right);
      return YS_OK;
    }
  } else if (ys_is_collection(right) && left->kind != YS_NULL &&
             m->options->append_arrays) {
    return wrong_shape(m, left, right, path);
  }
  ys_slot_take(left, right);
  return YS_OK;
}

ys_status ys_overlay(ys_space *space, ys_slot *left, ys_slot *right,
                     const ys_overlay_options *options,
                     ys_postponed **postponed) {
  merger m = {space, options, postponed, false};
  const ys_path document = {0};
  YS_TRY(merge_slot(&m, left, right, &document));
  return m.faulty ? YS_INVALID : YS_OK;
}
