/* core/jsonschema/report.c - Records what a value violates
 * (core/jsonschema/report.h).
 */

#include "core/jsonschema/report.h"

#include "core/jsonschema/explain.h"
#include "core/scalar/show.h"
#include "core/tree/gap.h"

/* ---- places in the schema ------------------------------------------------
 */

static void add_step(ys_buf *out, const ys_slot *slot, uint32_t index) {
  ys_buf_char(out, '/');
  if (slot->key == NULL) ys_buf_uint(out, index);
  for (size_t i = 0; slot->key != NULL && i < slot->key->text.len; i++)
    ys_buf_pointer_char(out, slot->key->text.ptr[i]);
}

/* Whether one slot begins before another one of its text. */
static bool begins_before(const ys_slot *a, const ys_slot *b) {
  const ys_place one = ys_slot_place(a), other = ys_slot_place(b);
  return one.source == other.source &&
         (one.line < other.line ||
          (one.line == other.line && one.column < other.column));
}

/* Appends the pointer from `from` to `to`; false if it is not in there. The
 * depth of a text is bounded (ys_limits). Unless `aliases` is true, no slot in
 * there is an alias, and only what begins before `to` is searched. */
static bool add_pointer(ys_buf *out, const ys_slot *from, const ys_slot *to,
                        bool aliases) {
  const size_t before = out->len;
  uint32_t index = 0;
  if (from == to) return true;
  if (!ys_is_collection(from)) return false;
  for (const ys_slot *s = ys_slot_first(from); s != NULL; s = s->next) {
    const uint32_t at = index++;
    if (!aliases && s->next != NULL && begins_before(s->next, to)) continue;
    if (!aliases && begins_before(to, s)) return false;
    add_step(out, s, at);
    if (add_pointer(out, s, to, aliases)) return true;
    out->len = before;
  }
  return false;
}

static bool find(const ys_acceptor *a, const ys_slot *part, ys_buf *out,
                 bool aliases) {
  for (const ys_accept_source *s = a->texts; s != NULL; s = s->next)
    if (add_pointer(out, s->root, part, aliases)) return true;
  return false;
}

ys_status ys_acceptor_pointer(const ys_acceptor *a, const ys_slot *part,
                              ys_arena *arena, ys_str *out) {
  ys_buf buf = ys_buf_of(arena->memory);
  if (!find(a, part, &buf, false)) find(a, part, &buf, true);
  return ys_buf_keep(&buf, arena, out);
}

/* ---- records -------------------------------------------------------------
 */

/* The kind of a value; an integer of many digits is one. */
static ys_str kind_name(const ys_slot *value) {
  const bool integer = ys_slot_is_exact(value) && value->u.exact->integer;
  return ys_kind_name(integer ? YS_INT : (ys_kind)value->kind);
}

/* The hint of a violation: what was meant, and why its keyword applies. */
static ys_status hint_of(const ys_json_subject *subject,
                         const ys_accept_violation *v, ys_str *out) {
  *out = v->hint;
  if (v->because.len == 0 || subject->masked) return YS_OK;
  if (v->hint.len > 0)
    return ys_str_fill(ys_space_records(subject->space), "%s; %s",
                       YS_WORDS(v->hint, v->because), out);
  *out = v->because;
  return YS_OK;
}

/* Says where a required key is missing. */
static ys_status note_gap(const ys_json_subject *subject,
                          const ys_accept_violation *v, ys_diag *diag) {
  const bool in_document = v->path->up->up == NULL;
  diag->args[1] = diag->args[2];
  diag->args[2] = v->must_be;
  diag->at = ys_slot_place(v->keyword);
  diag->gap = ys_gap_of(subject->space, v->part, in_document);
  return ys_gap_words(subject->space, v->part, in_document, &diag->args[0]);
}

static void note_key(const ys_accept_violation *v, ys_str *args) {
  const ys_str key = v->part->key->text;
  args[0] = key.len > 0 ? key : YS_STR("\"\"");
  args[1] = v->must_be;
  args[3] = v->near;
}

static ys_status record(const ys_accept_explainer *x,
                        const ys_json_subject *subject,
                        const ys_accept_violation *v) {
  ys_arena *arena = ys_space_records(subject->space);
  ys_diag *diag =
      ys_diags_add(subject->found, arena, v->code, ys_slot_place(v->part),
                   ys_slot_place(v->keyword));
  if (diag == NULL) return YS_NOMEM;
  YS_TRY(hint_of(subject, v, &diag->args[2]));
  diag->last = ys_slot_last_line(v->part);
  diag->fix = v->fix;
  YS_TRY(
      ys_acceptor_pointer(x->q.acceptor, v->keyword, arena, &diag->by_pointer));
  YS_TRY(ys_path_text(arena, v->path, &diag->path));
  switch (v->code) {
  case YS_E_REQUIRED: return note_gap(subject, v, diag);
  case YS_E_UNKNOWN_KEY: note_key(v, diag->args); return YS_OK;
  case YS_E_TYPE:
    diag->args[0] = kind_name(v->part);
    diag->args[1] = v->must_be;
    break;
  default:
    diag->rule = ys_accept_rule_name(v->word);
    if (!subject->masked && v->word < YS_KEYWORD_COUNT)
      diag->argument = v->keyword;
    diag->args[0] = v->must_be;
    diag->args[1] = subject->masked ? YS_MASKED : v->found;
    diag->value_shown = true;
  }
  return ys_show_in_record(arena, v->part, subject->masked, diag);
}

static ys_status record_all(const ys_accept_explainer *x,
                            const ys_json_subject *subject,
                            const ys_accept_found *found) {
  for (const ys_accept_item *i = found->first; i != NULL; i = i->next)
    YS_TRY(record(x, subject, i->what));
  if (found->more == 0) return YS_OK;
  return ys_accept_count_words(ys_space_records(subject->space), YS_STR(""),
                               found->more, YS_STR(" more are not listed"),
                               &subject->found->last->args[2]);
}

/* ---- a value -------------------------------------------------------------
 */

static const ys_accept_node *node_of(const ys_json_rule *rule) {
  return rule->node != NULL ? rule->node : rule->acceptor->root;
}

/* ---- what is deprecated ---------------------------------------------------
 */

/* A walk through the parts of a value, by the nodes for them. */
typedef struct noting {
  ys_accept_question q;
  const ys_json_subject *subject;
  ys_pairs met; /* nodes and values */
  uint32_t levels;
} noting;

static ys_status note(noting *n, const ys_accept_node *node, ys_slot *value,
                      const ys_path *path);

static ys_status note_here(const noting *n, const ys_accept_node *node,
                           const ys_slot *value, const ys_path *path) {
  const ys_json_subject *subject = n->subject;
  ys_arena *arena = ys_space_records(subject->space);
  if (node->deprecated == NULL || path->up == NULL) return YS_OK;
  ys_diag *diag =
      ys_diags_add(subject->found, arena, YS_E_DEPRECATED, ys_slot_place(value),
                   ys_slot_place(node->deprecated));
  if (diag == NULL) return YS_NOMEM;
  if (node->deprecated->kind == YS_STRING)
    diag->args[0] = ys_slot_text(node->deprecated);
  YS_TRY(ys_acceptor_pointer(n->q.acceptor, node->deprecated, arena,
                             &diag->by_pointer));
  return ys_path_text(arena, path, &diag->path);
}

static ys_status note_below(noting *n, const ys_accept_node *node,
                            ys_slot *part, uint32_t number,
                            const ys_path *path) {
  ys_path *below;
  YS_KEEP(below, &n->subject->space->arena, (ys_path){path, part->key, number});
  return note(n, node, part, below);
}

static ys_status note_items(noting *n, const ys_accept_arrays *a,
                            const ys_slot *value, const ys_path *path) {
  uint32_t i = 0;
  for (ys_slot *s = ys_slot_first(value); s != NULL && a; s = s->next, i++)
    YS_TRY(note_below(n, i < a->first.count ? a->first.nodes[i] : a->items, s,
                      i, path));
  return YS_OK;
}

static ys_status note_entry(noting *n, const ys_accept_maps *m, ys_slot *entry,
                            uint32_t number, const ys_path *path) {
  const int64_t at =
      m->entries == NULL ? -1 : ys_shape_find(&m->shape, entry->key, 0);
  bool met = at >= 0 && m->entries[at].node != NULL;
  if (met) YS_TRY(note_below(n, m->entries[at].node, entry, number, path));
  for (uint32_t i = 0; i < m->pattern_count; i++) {
    if (!ys_accept_matches(&n->q, m->patterns[i].pattern, entry->key->text))
      continue;
    met = true;
    YS_TRY(note_below(n, m->patterns[i].node, entry, number, path));
  }
  return met ? YS_OK : note_below(n, m->others, entry, number, path);
}

static ys_status note_entries(noting *n, const ys_accept_maps *m,
                              ys_slot *value, const ys_path *path) {
  uint32_t i = 0;
  if (m == NULL) return YS_OK;
  for (ys_slot *s = ys_slot_first(value); s != NULL; s = s->next, i++)
    YS_TRY(note_entry(n, m, s, i, path));
  for (const ys_accept_need *need = m->needs; need; need = need->next)
    if (ys_map_find(&n->subject->space->arena, value, need->key) != NULL)
      YS_TRY(note(n, need->node, value, path));
  return YS_OK;
}

/* The subschemas that apply to the value. */
static ys_status note_whole(noting *n, const ys_accept_whole *w, ys_slot *value,
                            const ys_path *path) {
  ys_accept_node *const *nodes = w->list.nodes;
  if (w->way == YS_ACCEPT_NOT) return YS_OK;
  if (w->way == YS_ACCEPT_IF) {
    const bool holds = ys_accepts_part(&n->q, nodes[0], value);
    return note(n, nodes[holds ? 1 : 2], value, path);
  }
  const bool all = w->way == YS_ACCEPT_ALL || w->way == YS_ACCEPT_DYNAMIC;
  for (uint32_t i = 0; i < w->list.count; i++)
    if (all || ys_accepts_part(&n->q, nodes[i], value))
      YS_TRY(note(n, nodes[i], value, path));
  return YS_OK;
}

static ys_status note(noting *n, const ys_accept_node *node, ys_slot *value,
                      const ys_path *path) {
  enum { MOST_LEVELS = 4000 };
  bool met;
  if (node == NULL || n->q.unsure || n->levels == MOST_LEVELS)
    return n->q.status;
  if (node->same != NULL) node = node->same;
  if (node->open && node->deprecated == NULL) return YS_OK;
  YS_TRY(ys_pairs_meet(&n->met, &n->subject->space->arena, node, value, &met));
  if (met) return YS_OK;
  n->levels++;
  YS_TRY(note_here(n, node, value, path));
  if (value->kind == YS_MAP) YS_TRY(note_entries(n, node->maps, value, path));
  if (value->kind == YS_ARRAY) YS_TRY(note_items(n, node->arrays, value, path));
  for (const ys_accept_whole *w = node->wholes; w != NULL; w = w->next)
    YS_TRY(note_whole(n, w, value, path));
  n->levels--;
  return YS_OK;
}

/* Records what is deprecated in a value. The rules of a converted schema do
 * not: the annotations there say so. */
static ys_status record_deprecated(const ys_json_rule *rule,
                                   const ys_json_subject *subject) {
  noting n = {.q =
                  ys_accept_ask(rule->acceptor, subject->space, subject->space),
              .subject = subject};
  if (rule->node != NULL || !rule->acceptor->deprecates) return YS_OK;
  n.q.remembers_all = true;
  return note(&n, rule->acceptor->root, subject->value, subject->path);
}

static ys_status record_doubt(const ys_json_rule *rule,
                              const ys_json_subject *subject) {
  ys_diag *diag = ys_diags_add(subject->found, ys_space_records(subject->space),
                               YS_E_TOO_COSTLY, ys_slot_place(subject->value),
                               ys_slot_place(node_of(rule)->schema));
  if (diag == NULL) return YS_NOMEM;
  return ys_path_text(ys_space_records(subject->space), subject->path,
                      &diag->path);
}

ys_status ys_json_rule_validate(const ys_json_rule *rule,
                                const ys_json_subject *subject) {
  const ys_accept_found *found;
  uint32_t depth = 0;
  ys_accept_explainer x = {
      .q = ys_accept_ask(rule->acceptor, subject->space, subject->space),
      .arena = &subject->space->arena};
  const bool accepted = ys_accepts(&x.q, node_of(rule), subject->value);
  if (x.q.status != YS_OK) return x.q.status;
  if (accepted) return record_deprecated(rule, subject);
  if (x.q.unsure) return record_doubt(rule, subject);
  x.q = ys_accept_ask(rule->acceptor, subject->space, subject->space);
  x.q.remembers_all = true;
  for (const ys_path *p = subject->path; p->up != NULL; p = p->up)
    depth++;
  YS_TRY(ys_accept_explain_part(&x, node_of(rule), subject->value,
                                subject->path, depth, &found));
  if (x.q.unsure) return record_doubt(rule, subject);
  YS_TRY(record_all(&x, subject, found));
  return record_deprecated(rule, subject);
}
