#ifndef PARSED_H
#define PARSED_H

/* parsed.h - The tree that the parser makes of a text, as one line to compare.
 */

#include "check.h"
#include "core/yaml/parse.h"
#include "plain_memory.h"
#include "shown.h"

static inline void show_value(const ys_slot *slot) {
  switch ((ys_kind)slot->kind) {
  case YS_NULL: show("null"); break;
  case YS_BOOL: show(slot->u.boolean ? "true" : "false"); break;
  case YS_INT:
    if (slot->flags & YS_SLOT_UNSIGNED)
      show("%llu", (unsigned long long)slot->u.natural);
    else
      show("%lld", (long long)slot->u.integer);
    break;
  case YS_FLOAT: show("float(%g)", slot->u.number); break;
  case YS_STRING:
    show("'");
    for (uint32_t i = 0; i < ys_slot_size(slot); i++)
      show(ys_slot_text(slot).ptr[i] == '\0' ? "\\0" : "%c",
           ys_slot_text(slot).ptr[i]);
    show("'");
    break;
  case YS_ARRAY:
  case YS_MAP: {
    uint32_t count = 0;
    show(slot->kind == YS_MAP ? "{" : "[");
    for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next) {
      if (count++ > 0) show(", ");
      if (slot->kind == YS_MAP && s->key->kind == YS_STRING)
        show("%.*s: ", (int)s->key->text.len, s->key->text.ptr);
      else if (slot->kind == YS_MAP)
        show("(%s)%.*s: ", ys_kind_name((ys_kind)s->key->kind).ptr,
             (int)s->key->text.len, s->key->text.ptr);
      show_value(s);
    }
    CHECK(count == ys_slot_size(slot));
    show(slot->kind == YS_MAP ? "}" : "]");
    break;
  }
  default: abort();
  }
}

static inline const char *code_name(ys_code code) {
  static const char *const names[] = {
#define NAME(name, kind, group) #name,
      YS_CODES(NAME)
#undef NAME
  };
  return names[code];
}

static inline void show_records(const ys_space *space) {
  for (const ys_diag *d = space->diags.first; d != NULL; d = d->next) {
    if (shown_len > 0) show("; ");
    show("%s %u:%u", code_name(d->code), d->at.line, d->at.column);
    if (d->by.line > 0) show(" by %u:%u", d->by.line, d->by.column);
    for (int i = 0; i < 4 && d->args[i].len > 0; i++)
      show(" <%.*s>", (int)d->args[i].len, d->args[i].ptr);
  }
}

/* Shows a part of a tree. */
typedef void shower(const ys_documents *documents);

typedef struct settings {
  bool strict;
  bool foreign; /* annotations of other tools are kept */
  ys_limits limits;
} settings;

static settings with;

/* Shows the records, if there are any, else what `how` shows. */
static inline const char *parse_bytes(ys_str text, shower *how) {
  ys_space space;
  ys_source *source;
  ys_documents documents = {0};
  uint16_t index;
  shown_len = 0;
  shown[0] = '\0';
  if (ys_space_init(&space, plain_memory, NULL) != YS_OK) abort();
  space.strict = with.strict;
  space.plain_text = with.foreign;
  if (with.limits.max_depth != 0) space.limits = with.limits;
  if (ys_source_new(plain_memory, YS_STR("t.yml"), text, &source) != YS_OK)
    abort();
  if (ys_sources_add(&space.sources, source, &index) != YS_OK) abort();
  const ys_status status = ys_parse(&space, index, &documents);
  show_records(&space);
  if (status == YS_INVALID) {
    CHECK(space.diags.count > space.diags.groups[YS_GROUP_WARNING]);
    CHECK(documents.first == NULL && documents.count == 0);
  } else {
    CHECK(status == YS_OK);
    how(&documents);
  }
  ys_space_release(&space);
  return shown;
}

static inline void show_values(const ys_documents *documents) {
  uint32_t count = 0;
  for (const ys_slot *d = documents->first; d != NULL; d = d->next) {
    if (count++ > 0) show(" --- ");
    show_value(d);
  }
  CHECK(count == documents->count);
}

static inline bool is(const char *got, const char *wanted) {
  if (strcmp(got, wanted) == 0) return true;
  fprintf(stderr, "got:    %s\nwanted: %s\n", got, wanted);
  return false;
}

#define PARSE(text, how) parse_bytes(YS_STR(text), how)
#define VALUE(text, wanted) CHECK(is(PARSE(text, show_values), wanted))
#define VIOLATION(text, wanted) CHECK(is(PARSE(text, show_values), wanted))

#endif
