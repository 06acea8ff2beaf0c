#ifndef OVERLAY_CASES_H
#define OVERLAY_CASES_H

/*
 * overlay_cases.h - Cases of overlays: a base, the overlay and the result, all
 * as texts. (Each test uses some of this.)
 */

#include <stdlib.h>

#include "check.h"
#include "overlay_texts.h"
#include "plain_memory.h"
#include "shown.h"

/* ---- what came out, as one text ------------------------------------------ */

static inline void show_text(ys_str text) {
  show("%.*s", (int)text.len, text.len > 0 ? text.ptr : "");
}

static inline void show_items(const ys_slot *slot);

static inline void show_value(const ys_slot *slot) {
  switch (slot->kind) {
  case YS_NULL: show("null"); break;
  case YS_BOOL: show(slot->u.boolean ? "true" : "false"); break;
  case YS_INT: show("%lld", (long long)slot->u.integer); break;
  case YS_FLOAT: show("%.1f", slot->u.number); break;
  case YS_STRING: show_text(ys_slot_text(slot)); break;
  case YS_CLOSURE: show("closure %u", slot->u.closure); break;
  default: show_items(slot);
  }
}

static inline void show_items(const ys_slot *slot) {
  const bool map = slot->kind == YS_MAP;
  uint32_t count = 0;
  show(map ? "{" : "[");
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next) {
    if (count++ > 0) show(", ");
    if (map) show_text(s->key->text);
    if (map) show(": ");
    show_value(s);
    CHECK((s->flags & YS_SLOT_REMOVED) == 0);
    CHECK(s->next != NULL || ys_slot_last(slot) == s);
  }
  CHECK(count == ys_slot_size(slot));
  show(map ? "}" : "]");
}

static inline void show_documents(const ys_slot *documents) {
  for (const ys_slot *d = ys_slot_first(documents); d; d = d->next) {
    if (d != ys_slot_first(documents)) show(" --- ");
    show_value(d);
  }
}

/* `path at o.yml:4 by base.yml:2: sentence`, a line a violation. */
static inline void show_violations(const ys_space *space) {
  for (const ys_diag *d = space->diags.first; d != NULL; d = d->next) {
    show(d == space->diags.first ? "! " : "\n! ");
    show_text(d->path);
    show(d->path.len > 0 ? " at " : "at ");
    show_text(ys_sources_name(&space->sources, d->at));
    show(":%u", d->at.line);
    if (d->by.line > 0) show(" by ");
    if (d->by.line > 0) show_text(ys_sources_name(&space->sources, d->by));
    if (d->by.line > 0) show(":%u", d->by.line);
    show(": ");
    show_text(d->args[0]);
  }
}

/* ---- cases --------------------------------------------------------------- */

/* The header of the overlay text, unless it has one of its own. */
typedef enum mode {
  ALL,    /* a general overlay on all documents */
  VALUES, /* a document of data values under a schema */
  SCHEMA, /* a further schema document */
  PLAIN   /* plain data values */
} mode;

static const char *const headers[] = {
    "#@overlay/match by=[\"@all\"], expects=\"0+\"\n---\n",
    "#@data/values\n---\n", "#@data/values-schema\n---\n", ""};

static const ys_overlay_options options_of[] = {
    {.append_arrays = true, .error = YS_E_OVERLAY, .host = &test_host},
    {.append_arrays = true,
     .add_keys = true,
     .error = YS_E_OVERLAY,
     .host = &test_host},
    {.append_arrays = true,
     .take_annotations = true,
     .error = YS_E_SCHEMA_OVERLAY,
     .host = &test_host},
    {.add_keys = true, .error = YS_E_OVERLAY}};

typedef struct overlay_case {
  const char *row; /* what it is about */
  const char *base, *more, *result;
} overlay_case;

static inline bool read_both(ys_space *space, mode how, const char *base,
                             const char *more, ys_slot *left, ys_slot *right) {
  static char text[1 << 14];
  const bool own = strncmp(more, "#@data", 6) == 0 ||
                   strncmp(more, "#@overlay/match ", 16) == 0 ||
                   strncmp(more, "---", 3) == 0;
  snprintf(text, sizeof text, "%s%s",
           own && strstr(more, "---\n") != NULL ? "" : headers[how], more);
  return read_documents(space, "b.yml", ys_cstr(base), left) == YS_OK &&
         read_documents(space, "o.yml", ys_cstr(text), right) == YS_OK;
}

static inline ys_status apply(ys_space *space, mode how, ys_slot *left,
                              ys_slot *right) {
  ys_status worst = YS_OK;
  for (ys_slot *d = ys_slot_first(right), *next; d != NULL; d = next) {
    next = d->next;
    const ys_status status =
        how == ALL
            ? ys_overlay_documents(space, left, d, &options_of[how])
            : ys_overlay(space, ys_slot_first(left), d, &options_of[how], NULL);
    if (status != YS_OK) worst = status;
  }
  return worst;
}

static inline void run_case(mode how, const overlay_case *c) {
  ys_space space;
  ys_slot left = {0}, right = {0};
  if (!CHECK(ys_space_init(&space, plain_memory, NULL) == YS_OK)) return;
  shown_len = 0;
  shown[0] = '\0';
  if (CHECK(read_both(&space, how, c->base, c->more, &left, &right))) {
    const ys_status status = apply(&space, how, &left, &right);
    CHECK(status == (space.diags.count > 0 ? YS_INVALID : YS_OK));
    for (const ys_diag *d = space.diags.first; d != NULL; d = d->next)
      CHECK(d->code == options_of[how].error);
    if (status == YS_OK)
      show_documents(&left);
    else
      show_violations(&space);
  }
  if (!CHECK(strcmp(shown, c->result) == 0))
    fprintf(stderr, "%s\n  expected: %s\n  found:    %s\n", c->row, c->result,
            shown);
  ys_space_release(&space);
}

static inline void run_cases(mode how, const overlay_case *cases,
                             size_t count) {
  for (size_t i = 0; i < count; i++)
    run_case(how, &cases[i]);
}

#define RUN(how, cases) run_cases(how, cases, sizeof(cases) / sizeof *(cases))

#endif
