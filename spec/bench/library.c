/*
 * library.c - Times the library for C, from a text to complete values that are
 * read: `library SCHEMA VALUES`. Prints "apply=NANOSECONDS".
 */

#include <stdio.h>
#include <stdlib.h>

#include "clock.h"
#include "host/library/yschema.h"

enum { ROUNDS = 15 };

static char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  char *text = NULL;
  if (!file) return NULL;
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  text = malloc(*size + 1);
  if (text && fread(text, 1, *size, file) != *size) {
    free(text);
    text = NULL;
  }
  fclose(file);
  return text;
}

/* Visits all values, as a program that reads them does. */
static size_t count_values(const yschema_value *value) {
  size_t count = 1;
  for (const yschema_value *below = yschema_first(value); below;
       below = yschema_next(below))
    count += count_values(below);
  return count;
}

int main(int count, char **list) {
  double times[ROUNDS];
  size_t size = 0;
  char *text = count == 3 ? read_file(list[2], &size) : NULL;
  yschema *schema = yschema_new();
  yschema_result *loaded =
      count == 3 ? yschema_load_file(schema, list[1]) : NULL;
  if (!text || yschema_status_of(loaded) != YSCHEMA_VALID) return 2;
  const yschema_input input = {YSCHEMA_YAML, "values", text, size};
  for (int i = 0; i < ROUNDS; i++) {
    const double begin = clock_ns();
    yschema_result *result = yschema_apply(schema, &input, 1);
    if (!yschema_root(result) || count_values(yschema_root(result)) == 0)
      return 2;
    yschema_free_result(result);
    times[i] = clock_ns() - begin;
  }
  printf("apply=%.0f\n", median(times, ROUNDS));
  yschema_free_result(loaded);
  yschema_free(schema);
  free(text);
  return 0;
}
