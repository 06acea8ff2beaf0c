#include "core/overlay/patch.h"

/* The most matches that a message lists. */
enum { MOST_LINES = 20 };

/* ---- errors -------------------------------------------------------------- */

ys_status ys_patch_error(ys_merger *m, const ys_slot *left,
                         const ys_slot *right, const ys_path *path,
                         ys_str problem) {
  ys_diag *diag =
      ys_space_diagnose(m->space, m->options->error, ys_slot_place(right),
                        left != NULL ? ys_slot_place(left) : YS_NOWHERE);
  if (diag == NULL) return YS_NOMEM;
  m->errors++;
  diag->args[0] = problem;
  return ys_path_text(&m->space->arena, path, &diag->path);
}

#define MISSING_OK "#@overlay/match missing_ok=True"

/* Finds the most similar key. Like ys_space_nearest(), it looks only at the
 * first keys of a large map. */
static ys_str nearest_key(ys_space *space, const ys_slot *map, ys_str given) {
  enum { ENOUGH = 8192 };
  ys_nearest nearest;
  ys_nearest_init(&nearest, given);
  if (map == NULL || map->kind != YS_MAP) return YS_STR("");
  for (const ys_slot *s = ys_slot_first(map);
       s != NULL && space->diags.hint_effort < ENOUGH; s = s->next) {
    ys_nearest_offer(&nearest, s->key->text);
    space->diags.hint_effort++;
  }
  return nearest.best;
}

ys_status ys_patch_missing(ys_merger *m, const ys_edit *edit,
                           const ys_slot *right, const ys_path *path,
                           ys_str problem) {
  YS_TRY(ys_patch_error(m, NULL, right, path, problem));
  ys_diag *diag = m->space->diags.last;
  diag->args[1] = nearest_key(m->space, edit->left, right->key->text);
  diag->args[2] = YS_STR(MISSING_OK " above it adds a key "
                                    "that is not there.");
  diag->fix = (ys_fix){.action = YS_FIX_ANNOTATE, .text = YS_STR(MISSING_OK)};
  return YS_OK;
}

/* Gives a text such as `base.yml:3`. */
static ys_status line_text(const ys_merger *m, ys_place place, ys_str *out) {
  return ys_str_fill(
      &m->space->arena, "%s:%s",
      YS_WORDS(ys_sources_name(&m->space->sources, place), YS_UINT(place.line)),
      out);
}

/* Inserts a text into the sorted list unless it is there already. */
static void add_sorted(ys_str *lines, size_t *count, ys_str line) {
  size_t at = *count;
  while (at > 0 && ys_str_cmp(lines[at - 1], line) > 0)
    at--;
  if (at > 0 && ys_str_eq(lines[at - 1], line)) return;
  memmove(lines + at + 1, lines + at, (*count - at) * sizeof *lines);
  lines[at] = line;
  ++*count;
}

ys_status ys_patch_add_lines(const ys_merger *m, const ys_patch *p,
                             ys_str *problem) {
  ys_str lines[MOST_LINES], words[2 * MOST_LINES + 3];
  size_t count = 0, n = 0;
  for (uint32_t i = p->base; i < m->found_count; i++) {
    const ys_place place = ys_slot_place(m->found[i].slot);
    ys_str line;
    if (i - p->base == MOST_LINES) break;
    if (place.line == 0) continue; /* made by a program, not in a file */
    YS_TRY(line_text(m, place, &line));
    add_sorted(lines, &count, line);
  }
  if (count == 0) return YS_OK;
  words[n++] = *problem;
  for (size_t i = 0; i < count; i++) {
    words[n++] = i == 0 ? YS_STR(" (lines: ") : YS_STR(", ");
    words[n++] = lines[i];
  }
  words[n++] = p->count > MOST_LINES ? YS_STR(", ...)") : YS_STR(")");
  return ys_str_join(&m->space->arena, words, n, problem);
}

/* ---- matches ------------------------------------------------------------- */

static ys_status push(ys_merger *m, ys_found found) {
  const ys_memory memory = m->space->arena.memory;
  if (m->found_count == m->found_capacity) {
    if (m->found_capacity > UINT32_MAX / 4) return YS_NOMEM;
    const uint32_t capacity =
        m->found_capacity == 0 ? 32 : 2 * m->found_capacity;
    ys_found *grown =
        memory.realloc(memory.ud, m->found, m->found_capacity * sizeof *grown,
                       capacity * sizeof *grown);
    if (grown == NULL) return YS_NOMEM;
    m->found = grown;
    m->found_capacity = capacity;
  }
  m->found[m->found_count++] = found;
  return YS_OK;
}

void ys_patch_forget(ys_merger *m) {
  ys_memory_free(m->space->arena.memory, m->found,
                 m->found_capacity * sizeof *m->found);
}

/* Takes up to `most` further matches from the group of a lookup. */
static ys_status push_more(ys_merger *m, ys_patch *p, uint32_t most) {
  for (; p->more != NULL && most > 0; p->more = p->more->next, most--)
    YS_TRY(push(m, (ys_found){p->more->row->slot, p->more->row}));
  return YS_OK;
}

ys_status ys_patch_find_all(ys_merger *m, ys_patch *p) {
  return push_more(m, p, UINT32_MAX);
}

static ys_status match_by_lookup(ys_merger *m, ys_edit *edit, ys_lookup *lookup,
                                 ys_patch *p, ys_str *problem,
                                 const ys_slot **culprit) {
  const ys_lookup_group *group;
  const ys_slot *value;
  if (edit->rows->first == NULL) return YS_OK; /* no candidate, so no match */
  YS_TRY(
      ys_matcher_key_value(m->space, p->right, lookup->key, &value, problem));
  if (value == NULL) return YS_OK;
  YS_TRY(ys_lookup_find(m->space, lookup, value, &group, culprit));
  if (*culprit != NULL)
    return ys_matcher_key_value(m->space, *culprit, lookup->key, &value,
                                problem);
  if (group == NULL) return YS_OK;
  p->count = group->count;
  p->more = group->first;
  return push_more(m, p, MOST_LINES);
}

/* Walks through the collection, to its end even after a match: each candidate
 * has to have the key. */
static ys_status match_by_key(ys_merger *m, ys_edit *edit, ys_str name,
                              ys_patch *p, ys_str *problem,
                              const ys_slot **culprit) {
  ys_found found = ys_edit_first(edit);
  const ys_slot *value, *wanted;
  const ys_key *key;
  if (found.slot == NULL) return YS_OK; /* no candidate, so no match */
  YS_TRY(ys_keys_intern(&m->space->keys, YS_STRING, name, &key));
  YS_TRY(ys_matcher_key_value(m->space, p->right, key, &wanted, problem));
  if (wanted == NULL) return YS_OK;
  for (; found.slot != NULL; found = ys_edit_next(found)) {
    YS_TRY(ys_matcher_key_value(m->space, found.slot, key, &value, NULL));
    if (value == NULL) {
      *culprit = found.slot;
      return ys_matcher_key_value(m->space, *culprit, key, &value, problem);
    }
    if (!ys_matcher_same(value, wanted)) continue;
    YS_TRY(push(m, found));
    p->count++;
  }
  return YS_OK;
}

static ys_status match_index(ys_merger *m, const ys_edit *edit, uint64_t index,
                             ys_patch *p) {
  ys_found found = ys_edit_first(edit);
  for (; found.slot != NULL && index > 0; index--)
    found = ys_edit_next(found);
  if (found.slot == NULL) return YS_OK;
  p->count = 1;
  return push(m, found);
}

static ys_status match_each(ys_merger *m, ys_edit *edit, ys_patch *p,
                            ys_str *problem, const ys_slot **culprit) {
  ys_candidate candidate = {.right = p->right, .index = -1};
  ys_found found = ys_edit_first(edit);
  for (; found.slot != NULL; found = ys_edit_next(found)) {
    bool matches;
    candidate.left = found.slot;
    if (edit->stand != YS_AT_ENTRY) candidate.index++;
    YS_TRY(ys_matcher_accepts(m->space, m->options->host, p->search.by,
                              &candidate, &matches, problem));
    if (problem->len > 0) {
      *culprit = found.slot;
      return YS_OK;
    }
    if (!matches) continue;
    YS_TRY(push(m, found));
    p->count++;
  }
  return YS_OK;
}

/* Finds the entry with the node's own key. */
static ys_status match_entry(ys_merger *m, ys_edit *edit, ys_patch *p) {
  ys_found entry;
  YS_TRY(ys_edit_entry(m->space, edit, p->right->key, &entry));
  if (entry.slot == NULL) return YS_OK;
  p->count = 1;
  return push(m, entry);
}

ys_status ys_patch_find(ys_merger *m, ys_edit *edit, ys_patch *p,
                        ys_str *problem, const ys_slot **culprit) {
  const ys_slot *by = p->search.by;
  ys_lookup *lookup = NULL;
  uint64_t index;
  ys_str name;
  *problem = (ys_str){0};
  *culprit = NULL;
  if (!p->search.looks) return YS_OK;
  if (by == NULL) return match_entry(m, edit, p);
  /* Slots are inserted beside rows. */
  if (p->operation->op == YS_OP_INSERT) YS_TRY(ys_edit_need_rows(edit));
  if (edit->stand != YS_AT_ENTRY && ys_matcher_by_index(by, &index))
    return match_index(m, edit, index, p);
  if (!ys_matcher_by_key(by, &name))
    return match_each(m, edit, p, problem, culprit);
  YS_TRY(ys_edit_lookup(m->space, edit, name, &lookup));
  return lookup != NULL ? match_by_lookup(m, edit, lookup, p, problem, culprit)
                        : match_by_key(m, edit, name, p, problem, culprit);
}
