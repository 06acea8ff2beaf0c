/* fuzz_accept.c - a JSON Schema, and texts that it may accept. The same text
 * gets the same answer again, and what a schema accepts its negation does not.
 * Patterns are taken as they are. */

#include "core/accept/accept.h"
#include "core/type/regexp.h"
#include "fuzz.h"

typedef struct subject {
  ys_space space;
  ys_accept_run run;
  bool ready;
} subject;

static bool give_patterns(subject *s, const ys_acceptor *acceptor) {
  for (ys_accept_pattern *p = ys_acceptor_patterns(acceptor); p != NULL;
       p = p->next) {
    ys_str problem;
    if (ys_regexp_compile(&s->space, p->text, &p->regexp, &problem) != YS_OK)
      abort();
    if (p->regexp == NULL) return false;
  }
  return true;
}

static void init(subject *s, ys_str schema) {
  ys_acceptor *acceptor;
  ys_accept_result result = YS_ACCEPT_DECLINES;
  ys_str missing;
  bool fits;
  memset(s, 0, sizeof *s);
  if (ys_space_init(&s->space, plain_memory, NULL) != YS_OK) abort();
  s->space.limits = fuzz_limits();
  if (ys_acceptor_new(&s->space, 2020, &acceptor) != YS_OK) abort();
  if (ys_acceptor_add(acceptor, YS_STR("s.json"), schema, &fits) != YS_OK)
    abort();
  if (fits && ys_acceptor_compile(acceptor, &result, &missing) != YS_OK)
    abort();
  if (result != YS_ACCEPT_READY || !give_patterns(s, acceptor)) return;
  if (ys_accept_run_init(&s->run, acceptor) != YS_OK) abort();
  s->ready = true;
}

static bool accepts(subject *s, ys_str text) {
  bool accepted = false;
  if (s->ready && ys_accept_text(&s->run, text, &accepted) != YS_OK) abort();
  return accepted;
}

static void release(subject *s) {
  if (s->ready) ys_accept_run_release(&s->run);
  ys_space_release(&s->space);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const ys_str before = {"{\"not\":", 7};
  ys_str schema, text;
  subject self, negation;
  ys_buf buf;
  if (!fuzz_next(&data, &size, &schema)) return 0;
  ys_buf_init(&buf, plain_memory);
  ys_buf_add(&buf, before);
  ys_buf_add(&buf, schema);
  ys_buf_char(&buf, '}');
  if (ys_buf_status(&buf) != YS_OK) abort();
  init(&self, schema);
  init(&negation, ys_buf_str(&buf));
  /* In a negation, addresses lead elsewhere. */
  const bool compared = memchr(schema.ptr, '$', schema.len) == NULL;
  while (fuzz_next(&data, &size, &text)) {
    const bool accepted = accepts(&self, text);
    const bool negated = accepts(&negation, text);
    if (compared && accepted && negated) abort();
    if (accepts(&self, text) != accepted) abort();
  }
  release(&self);
  release(&negation);
  ys_buf_release(&buf);
  return 0;
}
