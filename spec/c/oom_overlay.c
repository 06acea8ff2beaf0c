/* oom_overlay.c - Overlays, with every allocation failing in turn: matchers,
 * operations, closures, violations, and what waits for a default. */

#include "core/overlay/layers.h"
#include "oom.h"
#include "overlay_texts.h"

static const char base_text[] =
    "apps:\n"
    "- {name: web, id: 1, ports: [80, 443], tags: {a: 1}}\n"
    "- {name: db, id: 2, ports: [5432], tags: {}}\n"
    "- {name: job, id: 3.5, ports: [], tags: {b: [x]}}\n"
    "envs:\n"
    "  prod: {tier: {x: 1}, size: 3}\n"
    "  test: {tier: {x: 2}, size: 1}\n"
    "version: 1\n"
    "gone: {k1: 1, k2: 2, k3: 3, k4: 4, k5: 5, k6: 6, k7: 7, k8: 8, k9: 9}\n"
    "---\n"
    "version: 2\n";

static const char good_text[] =
    "#@overlay/match by=[\"@subset\", {\"version\": 1}]\n"
    "#@overlay/match-child-defaults missing_ok=True\n"
    "---\n"
    "apps:\n"
    "#@overlay/match by=\"name\"\n"
    "- {name: web, tags: {c: 3}}\n"
    "#@overlay/match by=\"name\"\n"
    "- {name: new, id: 9, ports: [1]}\n"
    "#@overlay/match by=\"id\"\n"
    "#@overlay/insert before=True, after=True\n"
    "- {name: side, id: 7}\n"
    "#@overlay/match by=[\"@map_key\", \"name\"], missing_ok=False\n"
    "#@overlay/remove\n"
    "- name: job\n"
    "#@overlay/match by=[\"@and_op\", [\"@index\", 0], [\"@not_op\", "
    "[\"@subset\", {\"name\": \"x\"}]]]\n"
    "#@overlay/replace via=\"@both\"\n"
    "- {y: [1, {z: 2}]}\n"
    "#@overlay/append\n"
    "- last\n"
    "envs:\n"
    "  #@overlay/match by=\"tier\"\n"
    "  stage: {tier: {x: 2}, size: 4}\n"
    "  #@overlay/match by=\"@key_is_b\"\n"
    "  b: {more: {}}\n"
    "#@overlay/assert via=\"@true_why\"\n"
    "version: 7\n"
    "gone:\n"
    "  #@overlay/remove\n"
    "  k3: 0\n"
    "  #@overlay/replace or_add=True\n"
    "  k10: {a: [1]}\n"
    "#@overlay/match by=[\"@all\"], expects=[0, \"2+\"]\n"
    "#@overlay/insert after=True, via=\"@both\"\n"
    "---\n"
    "third: {x: [1, 2]}\n";

static const char invalid_text[] =
    "#@overlay/match by=[\"@all\"], expects=\"1+\"\n"
    "---\n"
    "apps:\n"
    "#@overlay/match by=\"name\"\n"
    "- {nome: web}\n"
    "#@overlay/match by=\"color\"\n"
    "- {color: red}\n"
    "#@overlay/match by=[\"@all\"], expects=\"5+\"\n"
    "- x\n"
    "#@overlay/match by=\"@throws\"\n"
    "- x\n"
    "#@overlay/match by=\"@seven\"\n"
    "- x\n"
    "#@overlay/match by=1\n"
    "- x\n"
    "#@overlay/match by=[\"@index\", 0], expects=\"@seven\"\n"
    "- x\n"
    "#@overlay/match by=[\"@index\", 0], expects=\"many\"\n"
    "- x\n"
    "envs: [1]\n"
    "#@overlay/assert\n"
    "version: {x: 1}\n"
    "#@overlay/insert before=True\n"
    "gone: 1\n"
    "#@overlay/match foo=1\n"
    "other: 1\n";

static const char schema_text[] = "#@data/values-schema\n"
                                  "#@schema/title \"all\"\n"
                                  "---\n"
                                  "#@schema/desc \"version\"\n"
                                  "version: 3\n"
                                  "#@overlay/match missing_ok=True\n"
                                  "#@schema/desc \"new\"\n"
                                  "new: {a: 1}\n"
                                  "envs:\n"
                                  "  #@overlay/match by=[\"@all\"], expects=2\n"
                                  "  #@schema/desc \"env\"\n"
                                  "  any: {size: 5}\n";

/* ---- what came out ------------------------------------------------------- */

static uint64_t hash_slot(uint64_t hash, const ys_slot *slot) {
  hash = hash * 31 + slot->kind;
  if (slot->key != NULL) hash = oom_hash(hash, slot->key->text);
  if (slot->kind == YS_STRING) return oom_hash(hash, ys_slot_text(slot));
  if (slot->kind == YS_INT) return hash * 31 + slot->u.natural;
  for (const ys_annot *a = ys_slot_annots(slot); a != NULL; a = a->next)
    hash = oom_hash(hash, a->name);
  if (!ys_is_collection(slot)) return hash;
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next)
    hash = hash_slot(hash, s);
  return hash * 31 + ys_slot_size(slot);
}

static uint64_t hash_all(const ys_space *space, const ys_slot *documents) {
  uint64_t hash = hash_slot(0, documents);
  for (const ys_diag *d = space->diags.first; d != NULL; d = d->next)
    hash = oom_hash(oom_hash(hash, d->path), d->args[0]);
  return hash;
}

/* ---- scenarios ----------------------------------------------------------- */

typedef ys_status merge_fn(ys_space *space, ys_slot *base, ys_slot *more);

static ys_status scenario(ys_memory memory, const char *text, merge_fn *merge,
                          uint64_t *result) {
  ys_space space;
  ys_slot base = {0}, more = {0};
  YS_TRY(ys_space_init(&space, memory, NULL));
  ys_status status = read_documents(&space, "b.yml", ys_cstr(base_text), &base);
  if (status == YS_OK)
    status = read_documents(&space, "o.yml", ys_cstr(text), &more);
  if (status == YS_OK) status = merge(&space, &base, &more);
  *result = status == YS_OK ? hash_all(&space, &base) : 0;
  ys_space_release(&space);
  return status;
}

static ys_status merge_general(ys_space *space, ys_slot *base, ys_slot *more) {
  const ys_overlay_options options = {
      .append_arrays = true, .error = YS_E_OVERLAY, .host = &test_host};
  for (ys_slot *d = ys_slot_first(more), *next; d != NULL; d = next) {
    next = d->next;
    if (ys_overlay_documents(space, base, d, &options) == YS_NOMEM)
      return YS_NOMEM;
  }
  return YS_OK;
}

static ys_status merge_schema(ys_space *space, ys_slot *base, ys_slot *more) {
  const ys_overlay_options options = {.append_arrays = true,
                                      .take_annotations = true,
                                      .error = YS_E_SCHEMA_OVERLAY};
  const ys_status status = ys_overlay(space, ys_slot_first(base),
                                      ys_slot_first(more), &options, NULL);
  return status == YS_NOMEM ? YS_NOMEM : YS_OK;
}

/* All defaults are pending, and then they are what the base says. */
static ys_status merge_pending(ys_space *space, ys_slot *base, ys_slot *more) {
  const ys_overlay_options options = {.append_arrays = true,
                                      .add_keys = true,
                                      .error = YS_E_OVERLAY,
                                      .host = &test_host};
  ys_slot *root = ys_slot_first(base), copy = {0};
  ys_postponed_list waiting = {0};
  YS_TRY(ys_slot_copy(&space->arena, root, &copy));
  for (ys_slot *s = ys_slot_first(root); s != NULL; s = s->next) {
    s->kind = YS_CLOSURE;
    s->flags |= YS_SLOT_PENDING;
  }
  if (ys_overlay(space, root, ys_slot_first(more), &options, &waiting) ==
      YS_NOMEM)
    return YS_NOMEM;
  while (waiting.first != NULL) {
    const ys_postponed *first = ys_postponed_take(&waiting);
    const ys_slot *given = ys_map_find(&space->arena, &copy, first->left->key);
    if ((first->left->flags & YS_SLOT_PENDING) != 0)
      YS_TRY(ys_slot_take(&space->arena, first->left, given));
    if (ys_overlay_resume(space, first, &options, &waiting) == YS_NOMEM)
      return YS_NOMEM;
  }
  return YS_OK;
}

static ys_status good(ys_memory memory, uint64_t *result) {
  return scenario(memory, good_text, merge_general, result);
}

static ys_status invalid(ys_memory memory, uint64_t *result) {
  return scenario(memory, invalid_text, merge_general, result);
}

/* Documents laid on documents, from the texts on. */
static const char layer_text[] =
    "version: 5\n"
    "---\n"
    "#@overlay/match by=overlay.or_op(overlay.index(0), overlay.index(1)), "
    "expects=2\n"
    "---\n"
    "#@overlay/match missing_ok=True\n"
    "apps:\n"
    "- 1\n"
    "version: 6\n";

static ys_status add_layer(ys_layers *layers, const char *text,
                           ys_layer layer) {
  ys_source *source;
  uint16_t index;
  YS_TRY(ys_source_new(layers->space.arena.memory, YS_STR("l.yml"),
                       ys_cstr(text), &source));
  YS_TRY(ys_sources_add(&layers->space.sources, source, &index));
  return ys_layers_parse(layers, index, layer);
}

static ys_status layers(ys_memory memory, uint64_t *result) {
  ys_layers all;
  ys_status status = ys_layers_init(&all, memory, YS_DEFAULT_LIMITS, false);
  if (status == YS_OK) status = add_layer(&all, base_text, YS_LAYER_BASE);
  if (status == YS_OK) status = add_layer(&all, layer_text, YS_LAYER_EITHER);
  if (status == YS_OK) status = ys_layers_apply(&all, &test_host);
  *result = status == YS_OK ? hash_all(&all.space, &all.base) : 0;
  ys_layers_release(&all);
  return status;
}

static ys_status schema(ys_memory memory, uint64_t *result) {
  return scenario(memory, schema_text, merge_schema, result);
}

static ys_status pending(ys_memory memory, uint64_t *result) {
  return scenario(memory, good_text, merge_pending, result);
}

/* Enough for tables to grow. */
static ys_status many(ys_memory memory, uint64_t *result) {
  static char text[64 * 200];
  static const char head[] = "#@overlay/match by=[\"@index\", 0]\n---\napps:\n";
  size_t len = sizeof head - 1;
  memcpy(text, head, len);
  for (int i = 0; i < 100; i++)
    len += (size_t)snprintf(text + len, sizeof text - len,
                            "#@overlay/match by=\"id\", missing_ok=True\n"
                            "- {id: %d, name: new}\n",
                            100 + i);
  len += (size_t)snprintf(text + len, sizeof text - len,
                          "#@overlay/match by=[\"@all\"], expects=\"9+\"\n"
                          "#@overlay/insert before=True\n- {id: 1}\n"
                          "gone:\n  #@overlay/match by=[\"@all\"], "
                          "expects=\"1+\"\n  x: {y: 1}\n");
  for (int i = 0; i < 40; i++)
    len += (size_t)snprintf(text + len, sizeof text - len,
                            "  #@overlay/match missing_ok=True\n"
                            "  n%d: {z: %d}\n",
                            i, i);
  text[len] = '\0';
  return scenario(memory, text, merge_general, result);
}

int main(void) {
  int bad = 0;
  bad += oom_loop("overlay", good, 200);
  bad += oom_loop("overlay with violations", invalid, 200);
  bad += oom_loop("overlay on a schema", schema, 100);
  bad += oom_loop("overlay on pending defaults", pending, 200);
  bad += oom_loop("overlay with many nodes", many, 1000);
  bad += oom_loop("documents laid on documents", layers, 100);
  return bad > 0;
}
