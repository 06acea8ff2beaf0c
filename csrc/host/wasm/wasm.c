/* host/wasm/wasm.c - Functions for JavaScript, in addition to yschema.h:
 * function pointers are numbers there, and members of records have numbers, so
 * that no layout of a struct is written down twice. */

#include <emscripten.h>

#include "host/library/yschema.h"

/* Calls the function of JavaScript with this number (library.js). */
extern void ys_wasm_call(yschema_call *call, int number);

static void call_back(yschema_call *call, void *data) {
  ys_wasm_call(call, (int)(intptr_t)data);
}

EMSCRIPTEN_KEEPALIVE yschema_status ys_wasm_add_function(yschema *schema,
                                                         const char *name,
                                                         int number) {
  return yschema_add_function(schema, name, call_back,
                              (void *)(intptr_t)number);
}

/* The texts of a record, in the order that index.js has, too. */
EMSCRIPTEN_KEEPALIVE const char *ys_wasm_text(const yschema_violation *record,
                                              int member) {
  const char *const texts[] = {
      record->kind,        record->rule,          record->argument,
      record->severity,    record->path,          record->pointer,
      record->message,     record->found,         record->expected,
      record->hint,        record->fix,           record->file,
      record->schema_file, record->schema_pointer};
  return texts[member];
}

/* Its numbers: line, column, line of the schema. */
EMSCRIPTEN_KEEPALIVE int ys_wasm_number(const yschema_violation *record,
                                        int member) {
  const int numbers[] = {record->line, record->column, record->schema_line};
  return numbers[member];
}

/* Writes an input of yschema_apply() into a list of them. */
EMSCRIPTEN_KEEPALIVE void ys_wasm_input(yschema_input *list, int index,
                                        yschema_kind_of_input kind,
                                        const char *name, const char *text,
                                        size_t size) {
  list[index] = (yschema_input){kind, name, text, size};
}

EMSCRIPTEN_KEEPALIVE size_t ys_wasm_input_size(void) {
  return sizeof(yschema_input);
}
