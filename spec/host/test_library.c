/*
 * test_library.c - what a program in C can do with yschema.h:
 *
 *   test_library              the tests
 *   test_library allocations  the same work, while every allocation fails in
 *                             turn, with a stride (OOM_STRIDE, 1)
 *
 * The last line is `N passed, M failed`.
 */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/library/yschema.h"

static int passed, failed;

static void check(bool good, const char *what) {
  if (good) {
    passed++;
    return;
  }
  failed++;
  printf("FAILED: %s\n", what);
}

/* ---- failing allocations ------------------------------------------------- */

static long left = -1; /* how many allocations succeed; -1: all */

static bool fails(void) {
  if (left < 0) return false;
  if (left == 0) return true;
  left--;
  return false;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size) {
  return fails() ? NULL : __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
  return fails() ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) {
  return fails() ? NULL : __real_realloc(old, size);
}

/* ---- helpers ------------------------------------------------------------- */

static const char schema_text[] =
    "#@data/values-schema\n---\n"
    "#@schema/validation (\"even\", is_even)\n"
    "workers: 4\n"
    "#@schema/validation (\"a name\", is_name)\n"
    "name: app\n"
    "#@schema/validation (\"two at most\", has_two)\n"
    "hosts:\n- \"\"\n"
    "ratio: 0.5\n"
    "#@schema/nullable\n"
    "tls:\n  on: true\n"
    "#@schema/sensitive\n"
    "password: \"\"\n";

static void is_even(yschema_call *call, void *data) {
  ++*(int *)data;
  yschema_return_boolean(
      call, yschema_integer(yschema_argument(call, 0), 1) % 2 == 0);
}

static void is_name(yschema_call *call, void *data) {
  size_t size;
  const char *text = yschema_string(yschema_argument(call, 0), &size);
  (void)data;
  if (text && size == 3 && memcmp(text, "bad", 3) == 0)
    yschema_return_failure(call, "this name is taken");
  else
    yschema_return_boolean(call, text != NULL);
}

static void has_two(yschema_call *call, void *data) {
  const yschema_value *hosts = yschema_argument(call, 0);
  (void)data;
  yschema_return_boolean(call, yschema_type_of(hosts) == YSCHEMA_ARRAY &&
                                   yschema_count(hosts) <= 2);
}

static yschema *new_schema(int *calls, yschema_result **loaded) {
  yschema *schema = yschema_new();
  yschema_add_function(schema, "is_even", is_even, calls);
  yschema_add_function(schema, "is_name", is_name, NULL);
  yschema_add_function(schema, "has_two", has_two, NULL);
  *loaded = yschema_load_text(schema, "schema.yml", schema_text,
                              sizeof schema_text - 1);
  return schema;
}

static yschema_result *apply(yschema *schema, const char *text) {
  const yschema_input input = {YSCHEMA_YAML, "values.yml", text, strlen(text)};
  return yschema_apply(schema, &input, 1);
}

static bool is_text(const char *text, const char *wanted) {
  return text && strcmp(text, wanted) == 0;
}

/* ---- tests --------------------------------------------------------------- */

static void reads_values(yschema *schema) {
  yschema_result *result =
      apply(schema, "workers: 8\nhosts: [a, b]\ntls: {}\n");
  const yschema_value *root = yschema_root(result);
  size_t size = 0;
  check(yschema_status_of(result) == YSCHEMA_VALID, "valid values");
  check(is_text(yschema_report(result), ""), "nothing to report");
  check(yschema_count(root) == 6, "all keys are there");
  check(yschema_integer(yschema_get(root, "workers"), 0) == 8, "an integer");
  check(yschema_number(yschema_get(root, "workers"), 0) > 7.9,
        "an integer as a number");
  check(yschema_number(yschema_get(root, "ratio"), 0) > 0.4, "a float");
  check(yschema_integer(yschema_get(root, "ratio"), -1) == -1,
        "a float is no integer");
  check(yschema_boolean(yschema_get(yschema_get(root, "tls"), "on"), false),
        "a default below a map");
  const yschema_value *host = yschema_first(yschema_get(root, "hosts"));
  check(memcmp(yschema_string(host, &size), "a", 1) == 0 && size == 1,
        "a string");
  host = yschema_next(host);
  check(host && !yschema_next(host), "two items");
  const char *key = yschema_key(yschema_first(root), &size);
  check(size == 7 && memcmp(key, "workers", 7) == 0, "a key");
  check(!yschema_get(root, "nothing"), "a key that is not there");
  char *json = yschema_to_json(result, &size);
  check(json && strlen(json) == size && strstr(json, "\"workers\""), "JSON");
  yschema_free_text(json);
  char *yaml = yschema_to_yaml(result, NULL);
  check(yaml && strncmp(yaml, "workers: 8\n", 11) == 0, "YAML");
  yschema_free_text(yaml);
  yschema_free_result(result);
}

static void reports(yschema *schema) {
  yschema_result *result =
      apply(schema, "workers: 3\nname: bad\nhosts: [a, b, c]\npassword: 17\n");
  check(yschema_status_of(result) == YSCHEMA_INVALID, "invalid values");
  check(!yschema_root(result), "no values");
  check(!yschema_to_json(result, NULL), "no JSON");
  check(yschema_count_violations(result) >= 1, "violations");
  const yschema_violation *first = yschema_get_violation(result, 0);
  check(first && is_text(first->code, "type") && first->line == 4 &&
            is_text(first->file, "values.yml") &&
            is_text(first->path, "password"),
        "a violation's place");
  check(!strstr(yschema_report(result), "17"), "sensitive values are masked");
  check(!yschema_get_violation(result, 1000), "no violation at this index");
  yschema_free_result(result);
  result = apply(schema, "workers: 3\nname: bad\nhosts: [a, b, c]\n");
  check(yschema_count_violations(result) == 3, "a violation of each rule");
  check(strstr(yschema_report(result), "this name is taken") != NULL,
        "the message of a failure");
  yschema_free_result(result);
  result = apply(schema, "workers: [\n");
  check(yschema_status_of(result) == YSCHEMA_ERROR, "a text without end");
  yschema_free_result(result);
}

static void refuses(void) {
  yschema *schema = yschema_new();
  check(yschema_set_option(schema, "strict", "true") == YSCHEMA_VALID,
        "an option");
  check(yschema_set_option(schema, "strict", "maybe") == YSCHEMA_ERROR,
        "no such value");
  check(yschema_set_option(schema, "speed", "1") == YSCHEMA_ERROR,
        "no such option");
  check(yschema_add_function(schema, "no name", is_even, NULL) == YSCHEMA_ERROR,
        "no identifier");
  yschema_result *result = yschema_apply(schema, NULL, 0);
  check(yschema_status_of(result) == YSCHEMA_ERROR &&
            strstr(yschema_report(result), "no schema is loaded"),
        "applied before it is loaded");
  yschema_free_result(result);
  result = yschema_load_text(schema, "s", "a: 1\n", 5);
  check(yschema_status_of(result) == YSCHEMA_ERROR, "no schema");
  yschema_free_result(result);
  result = yschema_load_file(schema, "/nowhere/schema.yml");
  check(yschema_status_of(result) == YSCHEMA_ERROR &&
            strstr(yschema_report(result), "/nowhere/schema.yml"),
        "no file");
  yschema_free_result(result);
  yschema_free(schema);
  check(yschema_status_of(yschema_apply(NULL, NULL, 0)) == YSCHEMA_NO_MEMORY,
        "no schema at all");
}

static void *in_thread(void *data) {
  int calls = 0;
  yschema_result *loaded;
  yschema *schema = new_schema(&calls, &loaded);
  bool *good = data;
  *good = yschema_status_of(loaded) == YSCHEMA_VALID;
  for (int i = 0; i < 50; i++) {
    yschema_result *result = apply(schema, i % 2 ? "workers: 3\n" : "");
    *good = *good && yschema_status_of(result) ==
                         (i % 2 ? YSCHEMA_INVALID : YSCHEMA_VALID);
    yschema_free_result(result);
  }
  yschema_free_result(loaded);
  yschema_free(schema);
  return NULL;
}

static void runs_in_threads(void) {
  enum { THREADS = 4 };
  pthread_t threads[THREADS];
  bool good[THREADS] = {false};
  for (int i = 0; i < THREADS; i++)
    check(pthread_create(&threads[i], NULL, in_thread, &good[i]) == 0,
          "a thread");
  for (int i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
    check(good[i], "a schema in a thread");
  }
}

/* Does the same work with one allocation fewer that fails, until none does. */
static void with_failing_allocations(void) {
  const char *given = getenv("OOM_STRIDE");
  const long stride = given ? atol(given) : 1;
  for (long allowed = 0;; allowed += stride) {
    int calls = 0;
    left = allowed;
    yschema_result *loaded, *result;
    yschema *schema = new_schema(&calls, &loaded);
    result = apply(schema, "workers: 3\nhosts: [a]\n");
    char *json = yschema_to_json(result, NULL);
    const bool enough = left != 0;
    left = -1;
    const yschema_status status = yschema_status_of(result);
    check(status == YSCHEMA_NO_MEMORY || status == YSCHEMA_INVALID ||
              status == YSCHEMA_ERROR,
          "not enough memory is a status");
    yschema_free_text(json);
    yschema_free_result(result);
    yschema_free_result(loaded);
    yschema_free(schema);
    if (enough) break;
  }
}

int main(int count, char **list) {
  if (count > 1 && strcmp(list[1], "allocations") == 0) {
    with_failing_allocations();
  } else {
    int calls = 0;
    yschema_result *loaded;
    yschema *schema = new_schema(&calls, &loaded);
    check(yschema_status_of(loaded) == YSCHEMA_VALID, "a schema");
    check(strlen(yschema_version()) > 0, "a version");
    reads_values(schema);
    check(calls > 0, "the function of a rule is called");
    reports(schema);
    yschema_free_result(loaded);
    yschema_free(schema);
    refuses();
    runs_in_threads();
  }
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
