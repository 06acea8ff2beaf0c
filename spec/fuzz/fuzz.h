#ifndef FUZZ_H
#define FUZZ_H

/*
 * fuzz.h - Helpers of the fuzzers. An input is one text, or several with a line
 * of `=====` in between: what is schema and what is values is the fuzzer's to
 * say. Closures are answered in C, by turns.
 */

#include <stdlib.h>
#include <string.h>

#include "../c/plain_memory.h"
#include "core/annotation/annotation.h"
#include "core/annotation/host.h"
#include "core/print/report.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Small limits, so that no input is slow. */
static inline ys_limits fuzz_limits(void) {
  ys_limits limits = YS_DEFAULT_LIMITS;
  limits.max_depth = 100;
  limits.max_alias_nodes = 1000;
  return limits;
}

/* Takes the next text off the input. False: there is none left. */
static inline bool fuzz_next(const uint8_t **data, size_t *size, ys_str *out) {
  static const char line[] = "\n=====\n";
  const size_t len = sizeof line - 1;
  if (*data == NULL) return false;
  out->ptr = (const char *)*data;
  for (size_t i = 0; i + len <= *size; i++) {
    if (memcmp(*data + i, line, len) != 0) continue;
    out->len = i + 1;
    *data += i + len;
    *size -= i + len;
    return true;
  }
  out->len = *size;
  *data = NULL;
  return true;
}

static inline uint16_t fuzz_source(ys_sources *sources, ys_str text) {
  ys_source *source;
  uint16_t index;
  if (ys_source_new(plain_memory, YS_STR("text.yml"), text, &source) != YS_OK ||
      ys_sources_add(sources, source, &index) != YS_OK)
    abort();
  return index;
}

/* ---- what the host does -------------------------------------------------- */

enum { FUZZ_CLOSURES = 4 };

static inline ys_arg *fuzz_arg(ys_space *space, const char *name,
                               uint32_t closure) {
  ys_arg *arg = ys_arena_new(&space->arena, ys_arg);
  if (arg == NULL) abort();
  arg->name = ys_cstr(name);
  arg->text = YS_STR("f");
  arg->value.kind = YS_CLOSURE;
  arg->value.u.closure = closure;
  return arg;
}

/* ("fuzzed", f) */
static inline ys_arg *fuzz_rule(ys_space *space) {
  ys_arg *arg = fuzz_arg(space, "", 1);
  ys_slot *words = ys_arena_new(&space->arena, ys_slot);
  ys_slot *function = ys_arena_new(&space->arena, ys_slot);
  if (words == NULL || function == NULL) abort();
  *function = arg->value;
  if (ys_slot_make_collection(&space->arena, &arg->value, YS_ARRAY) != YS_OK ||
      ys_slot_set_text(&space->arena, words, YS_STR("fuzzed")) != YS_OK)
    abort();
  arg->value.flags |= YS_SLOT_TUPLE;
  ys_slot_append(&arg->value, words);
  ys_slot_append(&arg->value, function);
  return arg;
}

static inline bool fuzz_mentions(ys_str text, const char *word) {
  const size_t len = strlen(word);
  for (size_t i = 0; i + len <= text.len; i++)
    if (memcmp(text.ptr + i, word, len) == 0) return true;
  return false;
}

/* Gives all annotations that are no literals closures for arguments. */
static inline void fuzz_evaluate(ys_space *space, ys_pending *pending) {
  static const char *const names[] = {"by", "via", "when"};
  for (; pending != NULL; pending = pending->next) {
    ys_annot *annot = pending->annot;
    ys_arg *first = NULL, **end = &first;
    if (ys_str_eq(annot->name, YS_STR("schema/validation")))
      *end = fuzz_rule(space);
    else if (ys_str_eq(annot->name, YS_STR("schema/default")))
      *end = fuzz_arg(space, "", 2);
    if (*end != NULL) end = &(*end)->next;
    for (uint32_t i = 0; i < 3; i++) {
      char word[8] = "";
      strcat(strcat(word, names[i]), "=");
      if (!fuzz_mentions(annot->text, word)) continue;
      *end = fuzz_arg(space, names[i], 2 + i);
      end = &(*end)->next;
    }
    annot->args = first;
    annot->evaluated = true;
  }
}

/* A matcher: true, false, what it was given, a number, a failure, by turns. */
static inline ys_status fuzz_call(void *ud, ys_space *space, uint32_t closure,
                                  const ys_slot *const *arguments,
                                  uint32_t count, ys_reply *reply) {
  uint32_t *turn = ud;
  reply->value.kind = YS_BOOL;
  switch ((closure + (*turn)++) % 6) {
  case 0: reply->value.u.boolean = false; break;
  case 1:
    if (count > 0 && arguments[count - 1] != NULL)
      return ys_slot_copy(&space->arena, arguments[count - 1], &reply->value);
    break;
  case 2:
    reply->value.kind = YS_INT;
    reply->value.u.integer = 7;
    break;
  case 3:
    reply->failed = true;
    reply->message = YS_STR("failed");
    break;
  default: reply->value.u.boolean = true; break;
  }
  return YS_OK;
}

/* ---- what is done with every result -------------------------------------- */

static inline void fuzz_report(ys_space *space) {
  ys_buf out = ys_buf_of(plain_memory);
  ys_report_text(space, false, &out);
  if (ys_diags_exit_status(&space->diags) != 0 && ys_buf_str(&out).len == 0)
    abort(); /* an error without a record */
  ys_report_warnings(space, false, &out);
  ys_buf_release(&out);
}

#endif
