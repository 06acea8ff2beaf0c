/* check.c - Validates a file by a schema, and prints one value of the result:
 *
 *   check schema.yml values.yml
 *   check schema.json values.yml
 */

#include <stdio.h>
#include <string.h>
#include <yschema.h>

/* A rule of the schema: `#@schema/validation ("even", is_even)`. */
static void is_even(yschema_call *call, void *data) {
  (void)data;
  yschema_return_boolean(
      call, yschema_integer(yschema_argument(call, 0), 1) % 2 == 0);
}

static int report(const yschema_result *result) {
  for (size_t i = 0; i < yschema_count_violations(result); i++) {
    const yschema_violation *violation = yschema_get_violation(result, i);
    printf("%s:%d: %s\n", violation->file ? violation->file : "",
           violation->line, violation->message);
  }
  return yschema_status_of(result);
}

/* A file whose name ends with `.json` is a JSON Schema. */
static yschema_result *load(yschema *schema, const char *path) {
  const char *ending = strrchr(path, '.');
  return ending && strcmp(ending, ".json") == 0
             ? yschema_load_json_schema_file(schema, path)
             : yschema_load_file(schema, path);
}

int main(int count, char **list) {
  if (count != 3) return 2;
  yschema *schema = yschema_new();
  yschema_add_function(schema, "is_even", is_even, NULL);
  yschema_result *loaded = load(schema, list[1]);
  int status = report(loaded);
  if (status == YSCHEMA_VALID) {
    const yschema_input input = {YSCHEMA_FILE, list[2], NULL, 0};
    yschema_result *result = yschema_apply(schema, &input, 1);
    status = report(result);
    const yschema_value *workers = yschema_get(yschema_root(result), "workers");
    if (workers)
      printf("%lld workers\n", (long long)yschema_integer(workers, 0));
    yschema_free_result(result);
  }
  yschema_free_result(loaded);
  yschema_free(schema);
  return status;
}
