/*
 * test_library.c - Tests of yschema.h:
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
#include <sys/stat.h>
#include <unistd.h>

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
  check(first && is_text(first->kind, "type") && is_text(first->rule, "type") &&
            is_text(first->severity, "error") && !first->argument &&
            first->line == 4 && is_text(first->file, "values.yml") &&
            is_text(first->path, "password"),
        "a violation's place");
  check(!strstr(yschema_report(result), "17"), "sensitive values are masked");
  check(!yschema_get_violation(result, 1000), "no violation at this index");
  yschema_free_result(result);
  result = apply(schema, "workers: 3\nname: bad\nhosts: [a, b, c]\n");
  check(yschema_count_violations(result) == 3, "a violation of each rule");
  first = yschema_get_violation(result, 0);
  check(first && is_text(first->kind, "rule") &&
            is_text(first->rule, "custom") &&
            is_text(first->argument, "\"even\"") && first->expected,
        "the rule of a violation, with its argument");
  check(strstr(yschema_report(result), "this name is taken") != NULL,
        "the message of a failure");
  yschema_free_result(result);
  result = apply(schema, "workers: [\n");
  check(yschema_status_of(result) == YSCHEMA_ERROR, "a text without end");
  yschema_free_result(result);
}

/* ---- invalid arguments --------------------------------------------------- */

static void gives_no_text(yschema_call *call, void *data) {
  (void)data;
  yschema_return_string(call, NULL, 5);
}

static void gives_no_message(yschema_call *call, void *data) {
  (void)data;
  yschema_return_failure(call, NULL);
}

static void uses_schema(yschema_call *call, void *schema) {
  yschema_result *result = yschema_apply(schema, NULL, 0);
  check(yschema_status_of(result) == YSCHEMA_ERROR,
        "a schema is applied by a function that it calls");
  yschema_free_result(result);
  yschema_return_boolean(call, true);
}

/* Whether the report of a result of this status says something; frees it. */
static bool is_error(yschema_result *result, yschema_status status,
                     const char *words) {
  const bool is = yschema_status_of(result) == status &&
                  yschema_count_violations(result) == 1 &&
                  strstr(yschema_report(result), words) != NULL;
  yschema_free_result(result);
  return is;
}

/* Applies a schema whose rule is this function. */
static yschema_result *ruled_by(yschema *schema, yschema_function *function) {
  static const char text[] = "#@data/values-schema\n---\n"
                             "#@schema/validation (\"a rule\", rule)\na: 1\n";
  yschema_add_function(schema, "rule", function, schema);
  yschema_free_result(
      yschema_load_text(schema, "schema.yml", text, sizeof text - 1));
  return apply(schema, "a: 2\n");
}

static void checks_functions(void) {
  yschema *texts = yschema_new(), *failures = yschema_new(),
          *uses = yschema_new();
  yschema_result *result = ruled_by(uses, uses_schema);
  check(yschema_status_of(result) == YSCHEMA_VALID, "and its answer counts");
  yschema_free_result(result);
  check(is_error(ruled_by(texts, gives_no_text), YSCHEMA_INVALID, "is NULL"),
        "a string without a text");
  check(is_error(ruled_by(failures, gives_no_message), YSCHEMA_INVALID,
                 "no message"),
        "a failure without a message");
  yschema_free(texts);
  yschema_free(failures);
  yschema_free(uses);
}

static void checks_arguments(yschema *schema) {
  const yschema_input file = {YSCHEMA_FILE, NULL, NULL, 0};
  const yschema_input text = {YSCHEMA_YAML, "a", NULL, 4};
  const char *const paths[] = {NULL};
  check(is_error(yschema_apply(schema, NULL, 5), YSCHEMA_ERROR, "is NULL"),
        "no list of inputs");
  check(is_error(yschema_apply(schema, &text, (size_t)-1), YSCHEMA_ERROR,
                 "too many"),
        "a negative number of inputs");
  check(is_error(yschema_apply(schema, &file, 1), YSCHEMA_ERROR, "input 1"),
        "a file without a path");
  check(is_error(yschema_apply(schema, &text, 1), YSCHEMA_ERROR, "input 1"),
        "an input without a text");
  check(is_error(yschema_load_files(schema, NULL, 3), YSCHEMA_ERROR, "is NULL"),
        "no list of paths");
  check(
      is_error(yschema_load_files(schema, paths, 1), YSCHEMA_ERROR, "input 1"),
      "a path that is NULL");
}

static void refuses(void) {
  yschema *schema = yschema_new();
  check(yschema_set_option(schema, "strict", "true") == YSCHEMA_VALID,
        "an option");
  check(yschema_set_option(schema, "strict", "maybe") == YSCHEMA_ERROR,
        "no such value");
  check(yschema_set_option(schema, "speed", "1") == YSCHEMA_ERROR,
        "no such option");
  check(yschema_set_option(schema, "allow_inexact", "false") == YSCHEMA_VALID,
        "an option of JSON Schemas");
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

/* ---- JSON Schemas -------------------------------------------------------- */

static const char json_schema[] =
    "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
    " \"properties\": {\"port\": {\"maximum\": 65535},\n"
    "                \"at\": {\"format\": \"date\"},\n"
    "                \"large\": {\"multipleOf\": 3}}}\n";

static yschema *by_json_schema(const char *option, yschema_result **loaded) {
  yschema *schema = yschema_new();
  if (option) yschema_set_option(schema, option, "true");
  *loaded = yschema_load_json_schema_text(schema, "port.json", json_schema,
                                          sizeof json_schema - 1);
  return schema;
}

static void validates_by_json_schema(void) {
  yschema_result *loaded, *result;
  yschema *schema = by_json_schema(NULL, &loaded);
  check(yschema_status_of(loaded) == YSCHEMA_VALID, "a JSON Schema");
  result = apply(schema, "port: 65535\nat: today\n");
  check(yschema_status_of(result) == YSCHEMA_VALID, "values that it accepts");
  check(yschema_integer(yschema_get(yschema_root(result), "port"), 0) == 65535,
        "they can be read");
  yschema_free_result(result);
  result = apply(schema, "port: 65536\nlarge: 36893488147419103234\n");
  check(yschema_status_of(result) == YSCHEMA_INVALID &&
            yschema_count_violations(result) == 2,
        "values that it does not accept");
  const yschema_violation *first = yschema_get_violation(result, 0);
  check(first && first->line == 1 && first->schema_line == 2 &&
            is_text(first->schema_file, "port.json") &&
            is_text(first->schema_pointer, "/properties/port/maximum"),
        "the place of its keyword");
  yschema_free_result(result);
  yschema_free_result(loaded);
  yschema_free(schema);
}

static void asserts_formats(void) {
  yschema_result *loaded;
  yschema *schema = by_json_schema("assert_formats", &loaded);
  check(is_error(apply(schema, "at: today\n"), YSCHEMA_INVALID, "date"),
        "formats are asserted");
  yschema_free_result(loaded);
  yschema_free(schema);
}

static void refuses_invalid_json_schemas(void) {
  static const char text[] = "{\"type\": \"integr\"}";
  yschema *schema = yschema_new();
  check(is_error(
            yschema_load_json_schema_text(schema, NULL, text, sizeof text - 1),
            YSCHEMA_ERROR, "did you mean \"integer\"?"),
        "a keyword with an invalid value");
  check(is_error(yschema_load_json_schema_file(schema, "/nowhere/port.json"),
                 YSCHEMA_ERROR, "/nowhere/port.json"),
        "no file of a JSON Schema");
  check(is_error(apply(schema, "1\n"), YSCHEMA_ERROR, "no schema is loaded"),
        "nothing was loaded");
  yschema_free(schema);
}

/* ---- threads -------------------------------------------------------------
 */

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

/* ---- a working directory of other people ----------------------------------
 */

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  check(file && fputs(text, file) >= 0, "a file is written");
  if (file) fclose(file);
}

static void runs_no_foreign_modules(void) {
  char folder[] = "/tmp/yschema-XXXXXX", before[4096];
  if (!getcwd(before, sizeof before) || !mkdtemp(folder) || chdir(folder) ||
      mkdir("openssl", 0700)) {
    check(false, "a folder");
    return;
  }
  write_file("openssl/digest.lua", "io.open('ran', 'w'):close()");
  write_file("s.yml", "#@ load(\"@ytt:sha256\", \"sha256\")\n"
                      "#@data/values-schema\n---\na: #@ sha256.sum(\"x\")\n");
  setenv("LUA_PATH", "./?.lua;;", 1);
  yschema *schema = yschema_new();
  yschema_result *loaded = yschema_load_file(schema, "s.yml");
  check(access("ran", F_OK) != 0, "no module of the working directory runs");
  yschema_free_result(loaded);
  yschema_free(schema);
  unlink("openssl/digest.lua");
  unlink("s.yml");
  unlink("ran");
  check(rmdir("openssl") == 0 && chdir(before) == 0 && rmdir(folder) == 0,
        "the folder is removed");
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
    checks_arguments(schema);
    validates_by_json_schema();
    asserts_formats();
    refuses_invalid_json_schemas();
    yschema_free_result(loaded);
    yschema_free(schema);
    refuses();
    checks_functions();
    runs_in_threads();
    runs_no_foreign_modules();
  }
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
