/* test_overlay_model.c - Overlays against a simple model, and large ones
 * against the clock. */

#include <time.h>

#include "overlay_cases.h"

/* ---- against a simple model ---------------------------------------------- */

/*
 * Random operations by the values of two keys, by index and by all, on an
 * array: the engine with its lookups, against arrays in C that are searched
 * from start to end.
 */
enum { MODEL_MOST = 64, MODEL_STEPS = 12 };

typedef struct model_item {
  int n, k, v; /* 0: does not have it */
} model_item;

typedef struct model {
  model_item items[MODEL_MOST];
  int count;
  bool violation;
} model;

static uint32_t random_state = 1;

static int dice(int sides) {
  random_state = random_state * 1664525 + 1013904223;
  return (int)((random_state >> 16) % (uint32_t)sides);
}

typedef enum model_by { MODEL_N, MODEL_K, MODEL_INDEX, MODEL_ALL } model_by;
typedef enum model_op {
  MODEL_MERGE,
  MODEL_REMOVE,
  MODEL_REPLACE,
  MODEL_BEFORE,
  MODEL_AFTER,
  MODEL_APPEND
} model_op;

typedef struct model_step {
  model_by by;
  model_op op;
  int index;
  model_item item;
} model_step;

static bool model_matches(const model *m, const model_step *s, int i,
                          bool *violation) {
  const model_item *left = &m->items[i], *right = &s->item;
  switch (s->by) {
  case MODEL_N:
    *violation |= left->n == 0 || right->n == 0;
    return left->n == right->n;
  case MODEL_K:
    *violation |= left->k == 0 || right->k == 0;
    return left->k == right->k;
  case MODEL_INDEX: return i == s->index;
  case MODEL_ALL: return true;
  }
  return false;
}

static void model_insert(model *m, int at, const model_item *item) {
  memmove(m->items + at + 1, m->items + at,
          (size_t)(m->count - at) * sizeof *item);
  m->items[at] = *item;
  m->count++;
}

static void model_apply(model *m, const model_step *s) {
  bool found[MODEL_MOST], violation = false, any = false;
  if (s->op == MODEL_APPEND) {
    model_insert(m, m->count, &s->item);
    return;
  }
  for (int i = 0; i < m->count; i++)
    any |= found[i] = model_matches(m, s, i, &violation);
  m->violation |= violation;
  if (violation) return;
  if (!any && s->op == MODEL_MERGE) model_insert(m, m->count, &s->item);
  for (int i = m->count - 1; any && i >= 0; i--) {
    model_item *left = &m->items[i];
    if (!found[i]) continue;
    if (s->op == MODEL_MERGE) {
      if (s->item.n != 0) left->n = s->item.n;
      if (s->item.k != 0) left->k = s->item.k;
      if (s->item.v != 0) left->v = s->item.v;
    }
    if (s->op == MODEL_REPLACE) *left = s->item;
    if (s->op == MODEL_BEFORE) model_insert(m, i, &s->item);
    if (s->op == MODEL_AFTER) model_insert(m, i + 1, &s->item);
    if (s->op == MODEL_REMOVE) {
      memmove(left, left + 1, (size_t)(m->count - i - 1) * sizeof *left);
      m->count--;
    }
  }
}

static void write_item(char *out, const model_item *item) {
  char n[16] = "", k[16] = "", v[16] = "";
  if (item->n != 0) snprintf(n, sizeof n, "n: %d, ", item->n);
  if (item->k != 0) snprintf(k, sizeof k, "k: %d, ", item->k);
  snprintf(v, sizeof v, "v: %d", item->v);
  sprintf(out + strlen(out), "- {%s%s%s}\n", n, k, v);
}

static void write_step(char *out, const model_step *s) {
  static const char *const bys[] = {"\"n\"", "\"k\"", NULL, "[\"@all\"]"};
  static const char *const ops[] = {
      "merge", "remove", "replace", "insert before=True", "insert after=True",
      "append"};
  char by[32];
  snprintf(by, sizeof by, "[\"@index\", %d]", s->index);
  sprintf(out + strlen(out),
          "#@overlay/match by=%s, expects=\"0+\"\n#@overlay/%s\n",
          s->by == MODEL_INDEX ? by : bys[s->by], ops[s->op]);
  write_item(out, &s->item);
}

/* Mostly complete, so that few runs end in violations. */
static model_item random_item(int v) {
  return (model_item){dice(40) == 0 ? 0 : 1 + dice(4),
                      dice(40) == 0 ? 0 : 1 + dice(4), v};
}

static int value_of(ys_space *space, ys_slot *item, const char *name) {
  const ys_key *key;
  CHECK(ys_keys_intern(&space->keys, YS_STRING, ys_cstr(name), &key) == YS_OK);
  const ys_slot *value = ys_map_find(&space->arena, item, key);
  return value == NULL ? 0 : (int)value->u.integer;
}

static bool same_as_model(ys_space *space, ys_slot *array, const model *m) {
  int i = 0;
  for (ys_slot *s = ys_slot_first(array); s != NULL; s = s->next, i++)
    if (i >= m->count || value_of(space, s, "n") != m->items[i].n ||
        value_of(space, s, "k") != m->items[i].k ||
        value_of(space, s, "v") != m->items[i].v)
      return false;
  return i == m->count && (uint32_t)i == ys_slot_size(array);
}

static void test_model(void) {
  static char base[1 << 13], more[1 << 13];
  int violations = 0;
  const char *wanted = getenv("MODEL_ROUNDS"); /* fewer under valgrind */
  const long rounds = wanted != NULL ? strtol(wanted, NULL, 10) : 3000;
  for (long round = 0; round < rounds; round++) {
    ys_space space;
    ys_slot left = {0}, right = {0};
    model m = {.count = 1 + dice(5)};
    base[0] = more[0] = '\0';
    for (int i = 0; i < m.count; i++) {
      m.items[i] = random_item(i + 1);
      write_item(base, &m.items[i]);
    }
    for (int i = 0; i < MODEL_STEPS; i++) {
      const model_step step = {(model_by)dice(4), (model_op)dice(6), dice(5),
                               random_item(100 + i)};
      if (m.count * 3 > MODEL_MOST) break;
      model_apply(&m, &step);
      write_step(more, &step);
    }
    CHECK(ys_space_init(&space, plain_memory, NULL) == YS_OK);
    CHECK(read_both(&space, ALL, base, more, &left, &right));
    const ys_status status = apply(&space, VALUES, &left, &right);
    CHECK(status == (m.violation ? YS_INVALID : YS_OK));
    if (!CHECK(same_as_model(&space, ys_slot_first(&left), &m)))
      fprintf(stderr, "round %ld\n%s---\n%s", round, base, more);
    violations += m.violation;
    ys_space_release(&space);
  }
  CHECK(violations > rounds / 30 &&
        violations < rounds * 5 / 6); /* both were tried */
}

/* ---- large ones ---------------------------------------------------------- */

/*
 * Each of these would take minutes if any step of it cost as much as there are
 * nodes; the limit is generous, for slow machines and sanitizers.
 */
enum { LARGE = 40000, LARGE_SECONDS = 20 };

typedef struct large_case {
  const char *row, *base, *more; /* per node; %d is its number, from 0 */
  bool fits;
} large_case;

static const large_case large_cases[] = {
    {"by a key, all values differ", "- {n: x%d}\n",
     "#@overlay/match by=\"n\"\n- {n: x%d, v: %d}\n", true},
    {"by a key, all values are equal", "- {n: x}\n",
     "#@overlay/match by=\"n\"\n- {n: x}\n", false},
    {"by a key, integers", "- {n: %d}\n",
     "#@overlay/match by=\"n\"\n- {n: %d, v: 1}\n", true},
    {"by a key, floats", "- {n: 0.%d1}\n",
     "#@overlay/match by=\"n\"\n- {n: 0.%d1, v: 1}\n", true},
    {"by a key, maps", "- {n: {a: %d, b: 1}}\n",
     "#@overlay/match by=\"n\"\n- {n: {b: 1, a: %d}, v: 1}\n", true},
    {"by a key, values equal to nothing", "- {n: .nan}\n",
     "#@overlay/match by=\"n\", missing_ok=True\n- {n: .nan}\n", true},
    {"by a key that none has", "- {n: %d}\n",
     "#@overlay/match by=\"m\"\n- {m: %d}\n", false},
    {"by many keys", "- {n: 1}\n", "#@overlay/match by=\"m%d\"\n- {m%d: 1}\n",
     false},
    {"by a key, added", "- {n: 0}\n",
     "#@overlay/match by=\"n\", missing_ok=True\n- {n: x%d}\n", true},
    {"by a key, on map entries", "k%d: {n: x%d}\n",
     "#@overlay/match by=\"n\"\nr%d: {n: x%d, v: 1}\n", true},
    {"by a key, and by their own", "k%d: {n: x%d}\n",
     "#@overlay/match by=\"n\"\nr%d: {n: x%d, v: 1}\n"
     "#@overlay/match missing_ok=True\ns%d: {n: y%d}\nk%d: {w: 1}\n",
     true},
    {"items removed by a key", "- {n: x%d}\n",
     "#@overlay/match by=\"n\"\n#@overlay/remove\n- {n: x%d}\n", true},
    {"entries removed by a key", "k%d: {n: x%d}\n",
     "#@overlay/match by=\"n\"\n#@overlay/remove\nr%d: {n: x%d}\n", true},
    {"entries removed", "k%d: 1\n", "#@overlay/remove\nk%d:\n", true},
    {"entries replaced", "k%d: 1\n", "#@overlay/replace\nk%d: [2]\n", true},
    {"entries added", "k%d: 1\n", "#@overlay/match missing_ok=True\nx%d: 1\n",
     true},
    {"inserted before a key", "- {n: x%d}\n",
     "#@overlay/match by=\"n\"\n#@overlay/insert before=True\n"
     "- {n: x%d, v: %d}\n",
     true},
};

/* Writes the row for each number. */
static char *write_rows(const char *head, const char *row, int count) {
  const size_t room = strlen(head) + (size_t)count * (strlen(row) + 40) + 1;
  char *text = malloc(room);
  size_t len = 0;
  if (text == NULL) abort();
  len += (size_t)snprintf(text, room, "%s", head);
  for (int i = 0; i < count; i++)
    for (const char *at = row; *at != '\0'; at++) {
      if (at[0] == '%' && at[1] == 'd')
        len += (size_t)snprintf(text + len, room - len, "%d", i), at++;
      else
        text[len++] = *at;
    }
  text[len] = '\0';
  return text;
}

static void apply_large(const char *row, const char *base, const char *more,
                        bool fits) {
  ys_space space;
  ys_slot left = {0}, right = {0};
  CHECK(ys_space_init(&space, plain_memory, NULL) == YS_OK);
  if (CHECK(read_documents(&space, "b.yml", ys_cstr(base), &left) == YS_OK &&
            read_documents(&space, "o.yml", ys_cstr(more), &right) == YS_OK)) {
    const clock_t begin = clock();
    CHECK(apply(&space, VALUES, &left, &right) == (fits ? YS_OK : YS_INVALID));
    const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    if (getenv("TIMES") != NULL)
      fprintf(stderr, "%7.1f ms %6.1f MB  %s\n", seconds * 1000,
              (double)space.arena.total / 1e6, row);
    if (!CHECK(seconds < LARGE_SECONDS)) fprintf(stderr, "%s\n", row);
  }
  ys_space_release(&space);
}

static void test_large(void) {
  for (size_t i = 0; i < sizeof large_cases / sizeof large_cases[0]; i++) {
    const large_case *c = &large_cases[i];
    char *base = write_rows("---\n", c->base, LARGE);
    char *more = write_rows(headers[ALL], c->more, LARGE);
    apply_large(c->row, base, more, c->fits);
    free(base);
    free(more);
  }
}

/* One node with as many matches. */
static void test_large_match(void) {
  static const char *const more[] = {
      "#@overlay/insert before=True, after=True\n- {v: {w: 1}}\n",
      "#@overlay/remove\n-\n", "- {v: {w: 1}}\n",
      "#@overlay/replace\n- {v: {w: 1}}\n"};
  char text[300], *base = write_rows("---\n", "- {n: x%d}\n", LARGE);
  for (size_t i = 0; i < sizeof more / sizeof more[0]; i++) {
    snprintf(text, sizeof text,
             "%s#@overlay/match by=[\"@all\"], expects=\"1+\"\n%s",
             headers[ALL], more[i]);
    apply_large(more[i], base, text, true);
  }
  free(base);
}

/* ---- main ---------------------------------------------------------------- */

int main(void) {
  test_model();
  test_large();
  test_large_match();
  return check_done();
}
