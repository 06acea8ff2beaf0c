/* fuzz_accept.c - A JSON Schema, and texts that it may accept. The same text
 * gets the same answer again, and what a schema accepts its negation does not.
 */

#include "core/jsonschema/accept.h"
#include "fuzz.h"

typedef struct subject {
  ys_space space;
  ys_accept_run run;
  bool ready;
} subject;

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
  if (result != YS_ACCEPT_READY) return;
  const ys_status patterns = ys_acceptor_compile_patterns(acceptor);
  if (patterns == YS_NOMEM) abort();
  if (patterns != YS_OK) return;
  if (ys_accept_run_init(&s->run, acceptor) != YS_OK) abort();
  s->ready = true;
}

static bool accepts(subject *s, ys_str text) {
  ys_json_verdict verdict = YS_JSON_UNKNOWN;
  if (s->ready && ys_accept_text(&s->run, text, &verdict) != YS_OK) abort();
  return verdict == YS_JSON_VALID;
}

static void release(subject *s) {
  if (s->ready) ys_accept_run_release(&s->run);
  ys_space_release(&s->space);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const ys_str before = {"{\"not\":", 7};
  ys_str schema, text;
  subject self, negation;
  if (!fuzz_next(&data, &size, &schema)) return 0;
  ys_buf buf = ys_buf_of(plain_memory);
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
