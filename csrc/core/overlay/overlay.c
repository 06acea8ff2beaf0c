#include "core/overlay/overlay.h"

#include "core/overlay/given_values.h"
#include "core/overlay/perform.h"
#include "core/tree/given.h"

static ys_merger begin(ys_space *space, const ys_overlay_options *options,
                       ys_postponed_list *postponed) {
  return (ys_merger){
      .space = space, .options = options, .postponed = postponed};
}

static ys_status end(ys_merger *m, ys_status status) {
  ys_patch_forget(m);
  if (status != YS_OK) return status;
  return m->errors > 0 ? YS_INVALID : YS_OK;
}

/* ---- annotations --------------------------------------------------------- */

static ys_status copy_annotation(ys_arena *arena, const ys_annot *annot,
                                 ys_annot ***end_of_list) {
  ys_annot *copy;
  YS_KEEP(copy, arena, *annot);
  copy->next = NULL;
  copy->operation = NULL;
  **end_of_list = copy;
  *end_of_list = &copy->next;
  return YS_OK;
}

/* Annotations of the overlay replace those of the same name; the others stay
 * (reference#annotations-of-schemas). Header annotations of the overlay are not
 * taken over. Lists may be shared between copies of a slot, so a new one is
 * made. */
static ys_status take_annotations(ys_arena *arena, ys_slot *left,
                                  const ys_slot *right) {
  ys_annot *list = NULL, **last = &list;
  for (const ys_annot *a = ys_slot_annots(left); a != NULL; a = a->next)
    if (!ys_annot_has(right, a)) YS_TRY(copy_annotation(arena, a, &last));
  for (const ys_annot *a = ys_slot_annots(right); a != NULL; a = a->next)
    if (!ys_word_is_header(a->word) && !ys_word_is_overlay(a->word))
      YS_TRY(copy_annotation(arena, a, &last));
  return ys_slot_annotate(arena, left, list);
}

/* ---- postponed operations ------------------------------------------------ */

/* Copies a path, because its steps live on the stack of the caller. */
static ys_status keep_path(ys_arena *arena, const ys_path *path,
                           const ys_path **out) {
  const ys_path **link = out;
  *out = NULL;
  for (; path != NULL; path = path->up) {
    ys_path *copy;
    YS_KEEP(copy, arena, (ys_path){NULL, path->key, path->index});
    *link = copy;
    link = &copy->up;
  }
  return YS_OK;
}

ys_status ys_postpone(ys_merger *m, const ys_operation *operation,
                      const ys_match_defaults *inherited, const ys_path *path,
                      ys_slot *left, ys_slot *right, const void *type) {
  ys_postponed *later = ys_arena_new(&m->space->arena, ys_postponed);
  if (later == NULL) return YS_NOMEM;
  later->left = left;
  later->right = right;
  later->operation = operation;
  later->inherited = *inherited;
  later->type = type;
  YS_TRY(keep_path(&m->space->arena, path, &later->path));
  ys_postponed_list *list = m->postponed;
  YS_APPEND(list->first, list->last, later);
  return YS_OK;
}

ys_postponed *ys_postponed_take(ys_postponed_list *list) {
  ys_postponed *oldest = list->first;
  list->first = oldest->next;
  if (list->first == NULL) list->last = NULL;
  return oldest;
}

/* Whether the merge needs the value of the target slot, which is still pending.
 */
static bool waits(const ys_merger *m, const ys_slot *left,
                  const ys_slot *right) {
  if ((left->flags & YS_SLOT_PENDING) == 0 || m->postponed == NULL)
    return false;
  return right->kind == YS_MAP ||
         (right->kind == YS_ARRAY && m->options->append_arrays);
}

/* ---- types --------------------------------------------------------------- */

ys_status ys_type_of(ys_merger *m, const ys_edit *edit, const ys_slot *left,
                     const void **out) {
  *out = edit->type;
  if (edit->type == NULL || edit->left == NULL) return YS_OK;
  return m->options->guide->below(m->space, edit->type, left, out);
}

static ys_status touch(ys_merger *m, const ys_touched *what) {
  ys_touched *touched;
  YS_KEEP(touched, &m->space->arena, *what);
  touched->next = *m->options->touched;
  *m->options->touched = touched;
  return YS_OK;
}

ys_status ys_take_below(ys_merger *m, ys_slot *slot, ys_skips skips) {
  const ys_overlay_options *o = m->options;
  if (!o->old_names || slot == NULL) return YS_OK;
  return o->guide->take(m->space, slot, skips, o->again);
}

ys_status ys_touch(ys_merger *m, const ys_edit *edit, ys_slot *slot) {
  ys_touched what = {
      .slot = slot, .holder = edit->left, .holder_type = edit->type};
  if (edit->type == NULL || m->options->again)
    return ys_take_below(m, slot, YS_SKIPS_NONE);
  if (m->options->touched == NULL) return YS_OK;
  if (slot != NULL) YS_TRY(ys_type_of(m, edit, slot, &what.type));
  return touch(m, &what);
}

ys_status ys_touch_value(ys_merger *m, ys_slot *slot, const void *type) {
  if (type == NULL || m->options->again)
    return ys_take_below(m, slot, YS_SKIPS_NONE);
  if (m->options->touched == NULL) return YS_OK;
  return touch(m, &(ys_touched){.slot = slot, .type = type});
}

static bool has_alternatives(const ys_merger *m, const void *type) {
  return type != NULL && m->options->guide->has_alternatives(type);
}

/* ---- collections --------------------------------------------------------- */

static bool inherits(const ys_match_defaults *inherited) {
  return inherited->expects != NULL || inherited->missing_ok != NULL ||
         inherited->when != NULL;
}

static ys_status add_new(ys_merger *m, ys_edit *edit, ys_slot *slot) {
  YS_TRY(ys_edit_add(m->space, edit, slot));
  return ys_touch(m, edit, slot);
}

/* Applies a slot without annotations, the most common case: a key is merged or
 * added, an item is appended. */
static ys_status apply_plain(ys_merger *m, ys_edit *edit, ys_slot *right,
                             const ys_path *path) {
  const void *type;
  ys_found entry;
  if (edit->stand == YS_AT_ITEM) return add_new(m, edit, right);
  YS_TRY(ys_edit_entry(m->space, edit, right->key, &entry));
  if (entry.slot != NULL) {
    YS_TRY(ys_edit_changes(m->space, entry, right));
    YS_TRY(ys_type_of(m, edit, entry.slot, &type));
    return ys_merge_slot(m, entry.slot, right, &edit->inherited, path, type);
  }
  if (m->options->add_keys) return add_new(m, edit, right);
  return ys_patch_missing(
      m, edit, right, path,
      YS_STR("Expected number of matched nodes to be 1, but was 0"));
}

static ys_status merge_slots(ys_merger *m, ys_edit *edit, ys_slot *right,
                             const ys_path *path) {
  const bool plain = edit->stand == YS_AT_ITEM || !inherits(&edit->inherited);
  ys_path child = {path, NULL, 0};
  ys_slot *slot = ys_slot_first(right), *next;
  for (; slot != NULL; slot = next, child.index++) {
    next = slot->next;
    child.key = slot->key;
    if (ys_slot_annots(slot) == NULL && plain)
      YS_TRY(apply_plain(m, edit, slot, &child));
    else
      YS_TRY(ys_perform(m, edit, slot, &child));
  }
  return YS_OK;
}

/* Making a lookup costs about as much as walking through the collection this
 * many times. */
enum { FEW_NODES = 3 };

static ys_status merge_collection(ys_merger *m, ys_slot *left, ys_slot *right,
                                  const ys_match_defaults *inherited,
                                  const ys_path *path, const void *type) {
  const ys_stand stand = right->kind == YS_MAP ? YS_AT_ENTRY : YS_AT_ITEM;
  ys_edit edit = ys_edit_open(m->space, left, stand, inherited);
  const uint32_t errors = m->errors;
  edit.type = type;
  edit.few = ys_slot_size(right) <= FEW_NODES;
  YS_TRY(ys_edit_close(&edit, merge_slots(m, &edit, right, path)));
  if (edit.removed) YS_TRY(ys_touch(m, &edit, NULL));
  if (m->errors != errors) left->flags |= YS_SLOT_DIRTY;
  return YS_OK;
}

static ys_status invalid_shape(ys_merger *m, ys_slot *left,
                               const ys_slot *right, const ys_path *path) {
  ys_str problem;
  left->flags |= YS_SLOT_INVALID;
  YS_TRY(ys_str_fill(&m->space->arena, "Expected %s, but was %s",
                     YS_WORDS(ys_kind_name((ys_kind)right->kind),
                              ys_kind_name((ys_kind)left->kind)),
                     &problem));
  return ys_patch_error(m, left, right, path, problem);
}

/* ---- slots --------------------------------------------------------------- */

ys_status ys_merge_below(ys_merger *m, ys_slot *left, ys_slot *right,
                         const ys_match_defaults *inherited,
                         const ys_path *path, const void *type) {
  const ys_operation *operation;
  ys_match_defaults own;
  ys_str problem;
  if (!ys_is_collection(right)) return YS_OK;
  if (left->kind != right->kind) return invalid_shape(m, left, right, path);
  YS_TRY(ys_slot_set_place(&m->space->arena, left, ys_slot_place(right)));
  YS_TRY(ys_operation_of(m->space, right, &operation));
  own = ys_search_inherit(operation, inherited, &problem);
  if (problem.len > 0) return ys_patch_error(m, NULL, right, path, problem);
  return merge_collection(m, left, right, &own, path, type);
}

/* Whether the overlay's value replaces the target's. A scalar does, and
 * anything replaces null. Among alternatives, a value of another kind does. In
 * plain documents, everything does except a map onto a map. */
static bool replaces(const ys_merger *m, const ys_slot *left,
                     const ys_slot *right) {
  if (!ys_is_collection(right) || left->kind == YS_NULL) return true;
  if ((m->lenient > 0 || m->options->lenient) && left->kind != right->kind)
    return true;
  return !m->options->append_arrays &&
         (right->kind == YS_ARRAY || left->kind != YS_MAP);
}

/* Merges a value and, if it has alternatives, also keeps it as it was given. */
static ys_status merge_part(ys_merger *m, ys_slot *left, ys_slot *right,
                            const ys_match_defaults *inherited,
                            const ys_path *path) {
  ys_given_values *parts;
  ys_items *items;
  YS_TRY(ys_given_values_note(m->space, left, right, m->options, &parts));
  YS_TRY(ys_merge_below(m, left, right, inherited, path, NULL));
  YS_TRY(ys_slot_need_items(&m->space->arena, left, &items));
  items->parts = parts;
  return YS_OK;
}

/* Takes the overlay's value. A collection that would have been merged onto an
 * invalid target is only a part of the value. It is invalid, too, so that the
 * part is not taken for the whole. */
static ys_status take_value(ys_merger *m, ys_slot *left, ys_slot *right,
                            const void *type) {
  const bool is_part = right->kind == YS_MAP ||
                       (right->kind == YS_ARRAY && m->options->append_arrays);
  const uint8_t kept = is_part ? left->flags & YS_SLOT_INVALID : 0;
  YS_TRY(ys_slot_take(&m->space->arena, left, right));
  left->flags |= kept;
  return ys_touch_value(m, left, type);
}

static ys_status merge_value(ys_merger *m, ys_slot *left, ys_slot *right,
                             const ys_match_defaults *inherited,
                             const ys_path *path, const void *type) {
  const bool alternatives = has_alternatives(m, type);
  ys_status status = YS_OK;
  m->lenient += alternatives;
  if (replaces(m, left, right))
    status = take_value(m, left, right, type);
  else if (alternatives)
    status = merge_part(m, left, right, inherited, path);
  else
    status = ys_merge_below(m, left, right, inherited, path, type);
  m->lenient -= alternatives;
  return status;
}

ys_status ys_merge_slot(ys_merger *m, ys_slot *left, ys_slot *right,
                        const ys_match_defaults *inherited, const ys_path *path,
                        const void *type) {
  if (m->options->take_annotations && ys_slot_annots(right) != NULL)
    YS_TRY(take_annotations(&m->space->arena, left, right));
  left->flags |= right->flags & (YS_SLOT_INVALID | YS_SLOT_DIRTY);
  if ((right->flags & YS_SLOT_INVALID) != 0) return YS_OK;
  ys_slot_set_given(left);
  if (waits(m, left, right))
    return ys_postpone(m, &ys_no_operation, inherited, path, left, right, type);
  return merge_value(m, left, right, inherited, path, type);
}

/* ---- documents ----------------------------------------------------------- */

/* Merges a document into its counterpart. */
static ys_status merge_root(ys_merger *m, ys_slot *left, ys_slot *right) {
  const ys_match_defaults none = {0};
  const ys_path root = {0};
  ys_edit edit = ys_edit_open(m->space, NULL, YS_AT_ROOT, &none);
  ys_patch p = {.right = right, .path = &root, .count = 1};
  ys_assessment assessment;
  ys_status status = YS_OK;
  ys_str problem;
  edit.type = m->options->type;
  YS_TRY(ys_operation_of(m->space, right, &p.operation));
  if (p.operation->unreadable) {
    m->errors++;
    return YS_OK;
  }
  YS_TRY(ys_search_plan(m->space, right, p.operation, YS_AT_ROOT, &none,
                        &p.search, &problem));
  if (problem.len > 0) return ys_patch_error(m, NULL, right, &root, problem);
  YS_TRY(ys_expect_validate(m->space, m->options->host, &p.search.expect, 1,
                            &assessment, &problem));
  if (assessment == YS_NOT_MET && p.search.skips) return YS_OK;
  if (assessment != YS_MET)
    return ys_patch_error(m, left, right, &root, problem);
  if (p.search.skips && edit.type != NULL)
    YS_GO_ON(status, m->options->guide->validate(m->space, NULL, edit.type,
                                                 right, &root, YS_SKIPS_OWN));
  if (status != YS_OK) m->errors++;
  return ys_perform_on(m, &edit, &p, (ys_found){left, NULL}, true);
}

ys_status ys_overlay_at(ys_space *space, ys_slot *left, ys_slot *right,
                        const ys_path *path, const ys_overlay_options *options,
                        ys_postponed_list *postponed) {
  const ys_match_defaults none = {0};
  ys_merger m = begin(space, options, postponed);
  return end(&m, ys_merge_slot(&m, left, right, &none, path, options->type));
}

ys_status ys_overlay(ys_space *space, ys_slot *left, ys_slot *right,
                     const ys_overlay_options *options,
                     ys_postponed_list *postponed) {
  const ys_match_defaults none = {0};
  const ys_path root = {0};
  ys_merger m = begin(space, options, postponed);
  return end(&m,
             ys_slot_annots(right) != NULL
                 ? merge_root(&m, left, right)
                 : ys_merge_slot(&m, left, right, &none, &root, options->type));
}

ys_status ys_overlay_resume(ys_space *space, const ys_postponed *waiting,
                            const ys_overlay_options *options,
                            ys_postponed_list *postponed) {
  ys_merger m = begin(space, options, postponed);
  ys_edit edit = ys_edit_open(space, NULL, YS_AT_ENTRY, &waiting->inherited);
  const ys_patch p = {.right = waiting->right,
                      .path = waiting->path,
                      .operation = waiting->operation,
                      .count = 1};
  edit.type = waiting->type;
  return end(
      &m, ys_perform_on(&m, &edit, &p, (ys_found){waiting->left, NULL}, true));
}

ys_status ys_overlay_documents(ys_space *space, ys_slot *base, ys_slot *right,
                               const ys_overlay_options *options) {
  ys_merger m = begin(space, options, NULL);
  const ys_match_defaults none = {0};
  const ys_path root = {0};
  ys_edit edit = ys_edit_open(space, base, YS_AT_DOCUMENT, &none);
  edit.few = true;
  return end(&m, ys_edit_close(&edit, ys_perform(&m, &edit, right, &root)));
}
