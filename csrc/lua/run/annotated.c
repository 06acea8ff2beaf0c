/* lua/run/annotated.c - The result of a run as YAML, each line with the place
 * of its value. */

#include "core/check/sensitive.h"
#include "core/print/emit.h"
#include "lua/base/stack.h"
#include "lua/run/provenance.h"
#include "lua/text/buffer.h"

/* Whether a comment may have the character: it is printable and no line break
 * of any version of YAML. */
static bool may_stand(uint32_t code) {
  return (code >= 0x20 && code < 0x7F) ||
         (code >= 0xA0 && code < 0xD800 && code != 0x2028 && code != 0x2029);
}

static void add_name(ys_buf *out, ys_str name) {
  for (size_t at = 0, size; at < name.len; at += size) {
    uint32_t code = 0;
    size = ys_utf8_next(name, at, &code);
    if (may_stand(code) && (code < 0x80 || size > 1))
      ys_buf_add(out, (ys_str){name.ptr + at, size});
    else
      ys_buf_char(out, '?');
  }
}

/* Names a flag or a variable of the environment, without its value. */
static void add_flag(ys_buf *out, const ys_source *source) {
  const ys_str end = YS_STR(" arg)");
  const ys_str name = source->name;
  size_t at = 0;
  while (at + end.len < name.len &&
         memcmp(name.ptr + at, end.ptr, end.len) != 0)
    at++;
  if (ysl_is_of_environment(source)) {
    ys_buf_char(out, '$');
  } else {
    ys_buf_cstr(out, "--");
    add_name(out, (ys_str){name.ptr + 1, at - 1});
    ys_buf_char(out, ' ');
  }
  add_name(out, ysl_flag_name(source));
}

static bool is_flag(const ys_run *run, uint16_t source) {
  const ys_run_document *d = run->first;
  if (run->space.sources.list[source]->is_file) return false;
  while (d != NULL && !(d->by_flag && ys_slot_source(d->slot) == source))
    d = d->next;
  return d != NULL;
}

static void report_place(void *ud, const ys_slot *slot, ys_buf *out) {
  const ys_run *run = ud;
  const ys_place place = ys_slot_place(slot);
  ys_buf_cstr(out, "  # ");
  if (place.line == 0) {
    ys_buf_cstr(out, "a table");
    return;
  }
  if (is_flag(run, place.source)) {
    add_flag(out, run->space.sources.list[place.source]);
    return;
  }
  add_name(out, ys_sources_name(&run->space.sources, place));
  ys_buf_fill(out, ":%s", YS_WORDS(YS_UINT(place.line)));
}

/* A node of the result while it is masked. */
typedef struct masked {
  struct masked *next;
  ys_slot *node;
  ys_slot was;
} masked;

typedef struct masker {
  ys_arena *arena;
  masked *first; /* the newest first */
  ys_str shown;  /* instead of the values */
} masker;

static ys_status mask(void *ud, const ys_slot *slot, ys_sensitive_part part) {
  masker *m = ud;
  (void)part;
  masked *one = ys_arena_new(m->arena, masked);
  if (one == NULL) return YS_NOMEM;
  /* The nodes are the run's own, and get their values back in the end. */
  *one = (masked){m->first, (ys_slot *)(uintptr_t)slot, *slot};
  m->first = one;
  one->node->flags = 0;
  ys_slot_show_text(one->node, &m->shown);
  return YS_OK;
}

static void unmask(const masker *m) {
  for (const masked *one = m->first; one != NULL; one = one->next)
    *one->node = one->was;
}

int ysl_annotated(lua_State *L) {
  const bool masks = lua_toboolean(L, 2);
  ys_buf *buf = ysl_new_buffer(L);
  ysl_run *ud = ysl_check_over(L);
  const ys_emit_notes notes = {&ud->run, report_place};
  masker m = {.arena = &ud->run.space.arena, .shown = YS_MASKED};
  ys_status status = YS_OK;
  if (masks)
    status = ys_sensitive_each(&ud->run.space, ud->run.schema->root,
                               &ud->run.root, mask, &m);
  if (status == YS_OK) ys_emit_noted(&ud->run.root, buf, &notes);
  unmask(&m);
  ysl_check_status(L, status);
  ysl_push_buffer(L, buf);
  return 1;
}
