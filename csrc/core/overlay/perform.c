#include "core/overlay/perform.h"

#include "core/provenance/provenance.h"
#include "core/tree/charge.h"

/* ---- the provenance ------------------------------------------------------ */

/* Notes for the provenance what is done with a slot of the target, and by which
 * annotation. */
static ys_status note(ys_merger *m, const ys_patch *p, ys_action action,
                      const ys_slot *slot, const ys_slot *right) {
  return ys_provenance_note(m->space, action, slot, right,
                            ys_operation_annot(p->right));
}

/* ---- new values ---------------------------------------------------------- */

/* Makes the new value for one match: the overlay's slot itself for the last
 * match, else a copy, or the result of `via=`. `made` is false if there was an
 * error. */
static ys_status make_value(ys_merger *m, const ys_patch *p,
                            const ys_slot *left, bool last, ys_slot *out,
                            bool *made) {
  const ys_slot *const arguments[] = {left, p->right}; /* left: or nil */
  ys_reply reply;
  *made = true;
  *out = *p->right;
  out->next = NULL;
  if (p->operation->via == 0)
    return last ? YS_OK : ys_space_clone(m->space, p->right, out);
  YS_TRY(ys_host_call(m->options->host, m->space, p->operation->via, arguments,
                      2, &reply));
  *made = !reply.failed;
  if (reply.failed)
    return ys_patch_error(m, left, p->right, p->path, reply.message);
  reply.value.flags &=
      reply.value.kind == YS_FLOAT ? YS_SLOT_WHOLE : YS_SLOT_UNSIGNED;
  YS_TRY(ys_slot_settle_places(&m->space->arena, &reply.value,
                               ys_slot_place(p->right)));
  YS_TRY(ys_slot_set_place(&m->space->arena, &reply.value,
                           ys_slot_place(p->right)));
  return ys_slot_take(&m->space->arena, out, &reply.value);
}

/* ---- adding -------------------------------------------------------------- */

/* Adds a slot with the overlay node's key to the target collection. An entry
 * with that key may exist, because the matcher may have skipped it. */
static ys_status add(ys_merger *m, ys_edit *edit, const ys_patch *p,
                     ys_slot *slot) {
  ys_found there;
  slot->key = p->right->key;
  if (edit->stand == YS_AT_ENTRY && p->search.by != NULL) {
    YS_TRY(ys_edit_entry(m->space, edit, slot->key, &there));
    ys_str problem;
    if (there.slot != NULL) {
      YS_TRY(ys_str_fill(
          &m->space->arena,
          "Expected to add map item with key '%s', but the map has one already",
          YS_WORDS(slot->key->text), &problem));
      return ys_patch_error(m, there.slot, p->right, p->path, problem);
    }
  }
  YS_TRY(note(m, p, edit->stand == YS_AT_ITEM ? YS_DID_APPEND : YS_DID_SET,
              slot, slot));
  YS_TRY(ys_edit_add(m->space, edit, slot));
  return ys_touch(m, edit, slot);
}

static ys_status add_made(ys_merger *m, ys_edit *edit, const ys_patch *p) {
  ys_slot *slot = ys_arena_new(&m->space->arena, ys_slot);
  bool made;
  if (slot == NULL) return YS_NOMEM;
  YS_TRY(make_value(m, p, NULL, true, slot, &made));
  return made ? add(m, edit, p, slot) : YS_OK;
}

static ys_status insert_one(ys_merger *m, ys_edit *edit, const ys_patch *p,
                            ys_found found, bool before, bool last) {
  ys_slot *slot = ys_arena_new(&m->space->arena, ys_slot);
  bool made;
  if (slot == NULL) return YS_NOMEM;
  YS_TRY(make_value(m, p, found.slot, last, slot, &made));
  if (!made) return YS_OK;
  YS_TRY(note(m, p, YS_DID_INSERT, slot, slot));
  YS_TRY(ys_edit_insert(m->space, edit, found.row, slot, before));
  return ys_touch(m, edit, slot);
}

static ys_status insert(ys_merger *m, ys_edit *edit, const ys_patch *p,
                        ys_found found, bool last) {
  const ys_operation *o = p->operation;
  if (o->before) YS_TRY(insert_one(m, edit, p, found, true, last && !o->after));
  return o->after ? insert_one(m, edit, p, found, false, last) : YS_OK;
}

/* ---- replacing ----------------------------------------------------------- */

static ys_status replace(ys_merger *m, const ys_edit *edit, const ys_patch *p,
                         ys_slot *left, bool last) {
  const void *type;
  ys_slot value;
  bool made;
  if ((p->right->flags & YS_SLOT_INVALID) != 0) {
    left->flags |= YS_SLOT_INVALID;
    return YS_OK;
  }
  YS_TRY(make_value(m, p, left, last, &value, &made));
  if (!made) return YS_OK;
  YS_TRY(note(m, p, YS_DID_REPLACE, left, &value));
  YS_TRY(ys_slot_take(&m->space->arena, left, &value));
  /* the target's annotations are dropped (reference#operations) */
  YS_TRY(ys_slot_annotate(&m->space->arena, left, ys_slot_annots(p->right)));
  YS_TRY(ys_type_of(m, edit, left, &type));
  return ys_touch_value(m, left, type);
}

/* ---- asserting ----------------------------------------------------------- */

static ys_status after(ys_merger *m, const char *start, ys_str end,
                       ys_str *out) {
  return ys_str_fill(&m->space->arena, "%s%s", YS_WORDS(ys_cstr(start), end),
                     out);
}

/* Sets `problem` if the answer of `via=` is a failed assertion. It is "" if the
 * function returned nothing, true, or true and a message: as two results, or as
 * a tuple (reference#operations). */
static ys_status validate_answer(ys_merger *m, const ys_reply *reply,
                                 ys_str *problem) {
  const ys_slot *answer = &reply->value;
  const ys_slot *said = reply->second.kind == YS_NULL ? NULL : &reply->second;
  *problem = reply->failed ? reply->message : (ys_str){0};
  if (reply->failed || (answer->kind == YS_NULL && said == NULL)) return YS_OK;
  if (said == NULL && answer->kind == YS_ARRAY && ys_slot_size(answer) == 2) {
    answer = ys_slot_first(answer);
    said = answer->next;
  }
  if (answer->kind != YS_BOOL || (said != NULL && said->kind != YS_STRING)) {
    *problem = YS_STR("Expected via invocation to return nothing, a boolean, "
                      "or a boolean and a message, but returned neither of "
                      "those");
    return YS_OK;
  }
  if (answer->u.boolean) return YS_OK;
  if (said == NULL) {
    *problem = YS_STR("Expected via invocation to return true, but was false");
    return YS_OK;
  }
  return after(m,
               "Expected via invocation to return true, but was false with "
               "message: ",
               ys_slot_text(said), problem);
}

static ys_status validate_assertion(ys_merger *m, const ys_patch *p,
                                    const ys_slot *left, ys_str *problem) {
  ys_reply reply;
  ys_str reason;
  bool holds;
  if (p->operation->via != 0) {
    const ys_slot *const arguments[] = {left, p->right};
    YS_TRY(ys_host_call_pair(m->options->host, m->space, p->operation->via,
                             arguments, 2, &reply));
    return validate_answer(m, &reply, problem);
  }
  *problem = (ys_str){0};
  YS_TRY(ys_matcher_subset(m->space, left, p->right, &holds, &reason));
  if (holds) return YS_OK;
  return after(m, "Expected objects to equal, but did not: ", reason, problem);
}

/* ---- one match ----------------------------------------------------------- */

/* Gives the overlay slot for one match: the slot itself for the last match,
 * else a copy. */
static ys_status right_for(ys_merger *m, const ys_patch *p, bool last,
                           ys_slot **out) {
  *out = p->right;
  if (last) return YS_OK;
  *out = ys_arena_new(&m->space->arena, ys_slot);
  return *out == NULL ? YS_NOMEM : ys_space_clone(m->space, p->right, *out);
}

static ys_status merge(ys_merger *m, const ys_edit *edit, const ys_patch *p,
                       ys_slot *left, bool last) {
  const void *type;
  ys_slot *right;
  YS_TRY(right_for(m, p, last, &right));
  YS_TRY(ys_type_of(m, edit, left, &type));
  YS_TRY(note(m, p, YS_DID_MERGE, left, right));
  return ys_merge_slot(m, left, right, &edit->inherited, p->path, type);
}

static ys_status assert_one(ys_merger *m, const ys_edit *edit,
                            const ys_patch *p, ys_slot *left, bool last) {
  const void *type;
  ys_slot *right;
  ys_str problem;
  YS_TRY(validate_assertion(m, p, left, &problem));
  if (problem.len > 0)
    return ys_patch_error(m, left, p->right, p->path, problem);
  YS_TRY(right_for(m, p, last, &right));
  YS_TRY(ys_type_of(m, edit, left, &type));
  YS_TRY(note(m, p, YS_DID_MERGE, left, right));
  return ys_merge_below(m, left, right, &edit->inherited, p->path, type);
}

/* Whether the operation needs the value of the slot, which is still pending. A
 * merge finds that out itself. */
static bool waits(const ys_merger *m, const ys_operation *operation,
                  const ys_slot *left) {
  if ((left->flags & YS_SLOT_PENDING) == 0 || m->postponed == NULL)
    return false;
  return operation->op == YS_OP_ASSERT ||
         (operation->op == YS_OP_REPLACE && operation->via != 0);
}

ys_status ys_perform_on(ys_merger *m, ys_edit *edit, const ys_patch *p,
                        ys_found found, bool last) {
  ys_slot *left = found.slot, *right;
  if (waits(m, p->operation, left)) {
    const void *type;
    YS_TRY(right_for(m, p, last, &right));
    YS_TRY(ys_type_of(m, edit, left, &type));
    return ys_postpone(m, p->operation, &edit->inherited, p->path, left, right,
                       type);
  }
  switch (p->operation->op) {
  case YS_OP_REMOVE:
    YS_TRY(note(m, p, YS_DID_REMOVE, left, p->right));
    ys_edit_remove(edit, found);
    return YS_OK;
  case YS_OP_INSERT: return insert(m, edit, p, found, last);
  case YS_OP_REPLACE:
    YS_TRY(ys_edit_changes(m->space, found, NULL));
    return replace(m, edit, p, left, last);
  case YS_OP_ASSERT:
    YS_TRY(ys_edit_changes(m->space, found, p->right));
    return assert_one(m, edit, p, left, last);
  case YS_OP_MERGE:
  case YS_OP_APPEND: break;
  }
  YS_TRY(ys_edit_changes(m->space, found, p->right));
  return merge(m, edit, p, left, last);
}

/* ---- all matches --------------------------------------------------------- */

/* Under a schema, the schema decides which keys must exist. So a key without an
 * explicit number of matches may be missing, whatever the operation
 * (reference#overlays-on-data-values). */
static bool key_may_be_missing(const ys_merger *m, const ys_edit *edit,
                               const ys_patch *p) {
  return m->options->add_keys && edit->stand == YS_AT_ENTRY &&
         !p->search.counts;
}

/* Applies a node that has no match and needs none. */
static ys_status apply_to_none(ys_merger *m, ys_edit *edit, const ys_patch *p) {
  const ys_operation *o = p->operation;
  if (o->op == YS_OP_MERGE)
    return edit->stand == YS_AT_DOCUMENT ? YS_OK : add(m, edit, p, p->right);
  if (o->op == YS_OP_REPLACE && o->or_add) return add_made(m, edit, p);
  return YS_OK;
}

/* Whether this is a plain key to be merged that the target lacks. */
static bool lacks_key(const ys_edit *edit, const ys_patch *p) {
  return p->count == 0 && edit->stand == YS_AT_ENTRY &&
         p->operation->op == YS_OP_MERGE && p->search.expect.value == NULL;
}

static ys_status invalid_count(ys_merger *m, const ys_edit *edit,
                               const ys_patch *p, ys_assessment assessment,
                               ys_str problem) {
  const ys_slot *only = p->count == 1 ? m->found[p->base].slot : NULL;
  if (assessment == YS_NOT_MET) {
    if (p->search.skips) return YS_OK;
    if (lacks_key(edit, p))
      return ys_patch_missing(m, edit, p->right, p->path, problem);
    YS_TRY(ys_patch_add_lines(m, p, &problem));
  }
  return ys_patch_error(m, only, p->right, p->path, problem);
}

/* Checks a node whose `when=` is met. `good` is false if the schema does not
 * know the node. */
static ys_status validate(ys_merger *m, const ys_edit *edit, const ys_patch *p,
                          bool *good) {
  const ys_slot *left = p->count > 0 ? m->found[p->base].slot : p->right;
  const bool merged = p->count > 0 && p->operation->op != YS_OP_REPLACE &&
                      p->operation->op != YS_OP_INSERT;
  const ys_skips skips = !merged                        ? YS_SKIPS_NONE
                         : edit->inherited.when != NULL ? YS_SKIPS_KEYS
                                                        : YS_SKIPS_OWN;
  const void *type;
  ys_status status;
  *good = true;
  if (!p->search.skips || p->operation->op == YS_OP_REMOVE) return YS_OK;
  if (edit->type == NULL) return ys_take_below(m, p->right, skips);
  YS_TRY(ys_type_of(m, edit, left, &type));
  status = m->options->guide->validate(m->space, edit->type, type, p->right,
                                       p->path, skips);
  *good = type != NULL || status == YS_OK;
  if (status == YS_INVALID) m->errors++;
  return ys_recorded(status);
}

static ys_status apply_to_all(ys_merger *m, ys_edit *edit, ys_patch *p) {
  ys_assessment assessment = YS_MET;
  ys_str problem;
  bool good;
  if (p->operation->op == YS_OP_APPEND) return add_made(m, edit, p);
  if (p->count == 0 && key_may_be_missing(m, edit, p))
    return apply_to_none(m, edit, p);
  if (p->search.looks)
    YS_TRY(ys_expect_validate(m->space, m->options->host, &p->search.expect,
                              p->count, &assessment, &problem));
  if (assessment != YS_MET)
    return invalid_count(m, edit, p, assessment, problem);
  YS_TRY(validate(m, edit, p, &good));
  if (!good) return YS_OK;
  if (p->count == 0) return apply_to_none(m, edit, p);
  YS_TRY(ys_patch_find_all(m, p));
  for (uint32_t i = 0; i < p->count; i++)
    YS_TRY(ys_perform_on(m, edit, p, m->found[p->base + i], i + 1 == p->count));
  return YS_OK;
}

ys_status ys_perform(ys_merger *m, ys_edit *edit, ys_slot *right,
                     const ys_path *path) {
  ys_patch p = {.right = right, .path = path, .base = m->found_count};
  const ys_slot *culprit = NULL;
  ys_str problem;
  YS_TRY(ys_operation_of(m->space, right, &p.operation));
  if (p.operation->unreadable) {
    m->errors++;
    return YS_OK;
  }
  YS_TRY(ys_search_plan(m->space, right, p.operation, edit->stand,
                        &edit->inherited, &p.search, &problem));
  if (problem.len == 0) YS_TRY(ys_patch_find(m, edit, &p, &problem, &culprit));
  if (problem.len > 0)
    YS_TRY(ys_patch_error(m, culprit, right, path, problem));
  else
    YS_TRY(apply_to_all(m, edit, &p));
  m->found_count = p.base;
  return YS_OK;
}
