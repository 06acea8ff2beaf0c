#include "core/crossref/write.h"

#include "core/reference/target.h"
#include "core/scalar/show.h"

/* ---- names --------------------------------------------------------------- */

/* The smallest line of a name in the file: their order says nothing. 0: all are
 * defaults of the schema. */
static uint32_t first_line(const ys_mentions_source *document, ys_str file,
                           const ys_name_set *names) {
  const ys_sources *sources = &document->space->sources;
  const ys_slot *name;
  size_t at = 0;
  uint32_t least = 0, source = 0;
  bool known = false, own = false;
  while ((name = ys_name_set_next(names, &at)) != NULL) {
    const ys_place place = ys_slot_place(name);
    if (place.line == 0) continue;
    if (!known || place.source != source)
      own = ys_str_eq(ys_sources_name(sources, place), file);
    known = true;
    source = place.source;
    if (own && (least == 0 || place.line < least)) least = place.line;
  }
  return least;
}

static void write_name(ys_buf *buf, const ys_slot *name) {
  const size_t begin = ys_mentions_begin_text(buf);
  ys_name_write(buf, name);
  ys_mentions_end_text(buf, begin);
}

static void write_names(ys_buf *buf, const ys_plan_group *group, uint32_t line,
                        const ys_name_set *names) {
  const ys_slot *name;
  size_t at = 0;
  if (names->set.count > 0) {
    ys_buf_char(buf, 'n');
    ys_mentions_add_number(buf, group->number);
    ys_mentions_add_number(buf, line);
    ys_mentions_add_number(buf, names->set.count);
    while ((name = ys_name_set_next(names, &at)) != NULL)
      write_name(buf, name);
  }
  if (!names->uncertain) return;
  ys_buf_char(buf, 'u');
  ys_mentions_add_number(buf, group->number);
}

/* Collects names, unless a reference of the document has done so. */
static ys_status names_of(const ys_mentions_source *document, ys_str path,
                          ys_target *target, ys_name_set *made,
                          const ys_name_set **out) {
  ys_space *space = document->space;
  const char *problem;
  const ys_key *id;
  YS_TRY(ys_keys_intern(&space->keys, YS_STRING, path, &id));
  *out = ys_pairs_get(&document->referrer->names, id, document->root);
  if (*out != NULL) return YS_OK;
  YS_TRY(ys_target_read(space, path, target, &problem));
  *out = made;
  return ys_name_set_collect(space, target, document->root, made);
}

static ys_status write_group(const ys_mentions_source *document, ys_str file,
                             const ys_plan_group *group, ys_mentions_out *out) {
  ys_target target;
  ys_name_set made;
  const ys_name_set *names;
  uint32_t line;
  out->sensitive |= group->sensitive;
  YS_TRY(names_of(document, group->path, &target, &made, &names));
  line = first_line(document, file, names);
  if (group->in_file) write_names(out->in_file, group, line, names);
  if (group->in_configuration)
    write_names(out->in_configuration, group, line, names);
  return YS_OK;
}

/* ---- mentions ------------------------------------------------------------ */

/* Writes the values of an item, each with its length, so that they cannot be
 * taken for others. */
static void write_values(ys_buf *buf, const ys_mention *mention) {
  const uint32_t count = mention->identity->count;
  for (uint32_t i = 0; i < count; i++) {
    const size_t begin = buf->len;
    ys_name_write(buf, mention->values[i]);
    if (count == 1) return;
    ys_buf_fill(buf, "\n%s\n", YS_WORDS(YS_UINT(buf->len - begin)));
  }
}

/* Writes what people see of it: `namespace "a", name "b"`. */
static void show_values(ys_buf *buf, const ys_mention *mention) {
  const ys_identity *identity = mention->identity;
  for (uint32_t i = 0; i < identity->count; i++) {
    const ys_slot *value = mention->values[i];
    if (i > 0) ys_buf_cstr(buf, ", ");
    if (identity->count > 1) ys_buf_add(buf, identity->keys[i].text);
    if (identity->count > 1) ys_buf_char(buf, ' ');
    if (identity->keys[i].sensitive)
      ys_buf_add(buf, YS_MASKED);
    else if (value == NULL)
      ys_buf_cstr(buf, "not given");
    else
      ys_show_value(buf, value, true);
  }
}

static void show(ys_buf *buf, const ys_mention *mention) {
  if (mention->identity != NULL)
    show_values(buf, mention);
  else if (mention->sensitive)
    ys_buf_add(buf, YS_MASKED);
  else
    ys_show_value(buf, mention->slot, true);
}

/* Whether people see a string, and nothing else. */
static bool is_quoted(const ys_mention *mention) {
  const ys_identity *identity = mention->identity;
  const ys_slot *value = mention->slot;
  if (identity != NULL && identity->count > 1) return false;
  if (identity != NULL) value = mention->values[0];
  if (identity != NULL ? identity->keys[0].sensitive : mention->sensitive)
    return false;
  return value != NULL && value->kind == YS_STRING;
}

static ys_status write_details(const ys_mentions_source *document, ys_str file,
                               const ys_mention *mention, ys_buf *buf) {
  const ys_place place = ys_slot_place(mention->slot);
  ys_mentions_details details = {.sensitive = mention->sensitive,
                                 .quoted = is_quoted(mention),
                                 .line = place.line,
                                 .column = place.column,
                                 .path = mention->path,
                                 .gap = mention->gap};
  if (place.line > 0)
    details.file = ys_sources_name(&document->space->sources, place);
  if (ys_str_eq(details.file, file)) details.file = YS_STR("");
  ys_buf shown = ys_buf_of(document->space->arena.memory);
  if (!details.quoted) show(&shown, mention);
  details.shown = ys_buf_str(&shown);
  ys_mentions_write_details(buf, &details);
  const ys_status status = ys_buf_status(&shown);
  ys_buf_release(&shown);
  return status;
}

static ys_status write_mention(const ys_mentions_source *document, ys_str file,
                               const ys_mention *mention,
                               ys_mentions_out *out) {
  const uint32_t number = mention->identity != NULL
                              ? mention->identity->number
                              : mention->reference->number;
  const ys_plan_rule *rule =
      &document->plan->members[document->member].rules[number - 1];
  const bool in_file = rule->scope == YS_SCOPE_FILE;
  ys_buf *buf = in_file ? out->in_file : out->in_configuration;
  out->asks_file |= in_file;
  out->sensitive |= mention->sensitive || rule->sensitive;
  ys_buf_char(buf, 'm');
  ys_mentions_add_number(buf, document->member);
  ys_mentions_add_number(buf, number);
  const size_t begin = ys_mentions_begin_text(buf);
  if (mention->identity != NULL)
    write_values(buf, mention);
  else
    ys_name_write(buf, mention->slot);
  ys_mentions_end_text(buf, begin);
  return write_details(document, file, mention, buf);
}

ys_status ys_mentions_write(const ys_mentions_source *document, ys_str file,
                            ys_mentions_out *out) {
  const ys_plan_member *member = &document->plan->members[document->member];
  for (uint32_t i = 0; i < member->group_count; i++)
    YS_TRY(write_group(document, file, &member->groups[i], out));
  for (const ys_mention *m = document->referrer->first; m != NULL; m = m->next)
    YS_TRY(write_mention(document, file, m, out));
  YS_TRY(ys_buf_status(out->in_file));
  return ys_buf_status(out->in_configuration);
}
