#ifndef YSCHEMA_H
#define YSCHEMA_H

/*
 * yschema.h - Validates configurations in YAML and JSON by a schema, and fills
 * in defaults.
 *
 *   yschema *schema = yschema_new();
 *   yschema_result *loaded = yschema_load_file(schema, "schema.yml");
 *   yschema_input input = {YSCHEMA_FILE, "values.yml", NULL, 0};
 *   yschema_result *result = yschema_apply(schema, &input, 1);
 *   if (yschema_status_of(result) == YSCHEMA_VALID) {
 *     const yschema_value *root = yschema_root(result);
 *     long long port = yschema_integer(yschema_get(root, "port"), 0);
 *   } else {
 *     fputs(yschema_report(result), stderr);
 *   }
 *   yschema_free_result(result);
 *   yschema_free_result(loaded);
 *   yschema_free(schema);
 *
 * Ownership. A schema belongs to the caller, and so does each result. A result
 * must be freed before its schema. What functions return otherwise (texts,
 * values, violations) belongs to the result, and is valid until that is freed.
 * Texts that are given are copied.
 *
 * Errors. No function ends the process or jumps. A lack of memory is the status
 * YSCHEMA_NO_MEMORY; where a function returns a pointer to a result, it is NULL
 * then. NULL may be given wherever a pointer is expected. A schema, a result or
 * a value that is NULL has the status YSCHEMA_NO_MEMORY, no violations and no
 * values. It is an error if a text, a path or a list of more than 0 inputs is
 * NULL, or a size is a negative number.
 *
 * Threads. A schema and its results are used by one thread at a time. Any
 * number of schemas may be used at the same time, each by another thread.
 *
 * All texts are UTF-8. Rules in Lua or Starlark, which stand in the schema, run
 * inside the library, without access to files, and with a limit on their time
 * and memory.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define YSCHEMA_API __attribute__((visibility("default")))
#else
#define YSCHEMA_API
#endif

/* A schema: first its options and functions, then its texts. */
typedef struct yschema yschema;

/* The outcome of loading or applying a schema. */
typedef struct yschema_result yschema_result;

/* A value of a result, or an argument of a function. */
typedef struct yschema_value yschema_value;

/* A call of a function of the program, by a rule of the schema. */
typedef struct yschema_call yschema_call;

typedef enum yschema_status {
  YSCHEMA_VALID = 0,
  YSCHEMA_INVALID = 1, /* the values have violations */
  YSCHEMA_ERROR = 2,   /* a text cannot be read, the schema is not valid, or an
                          argument of the call is not */
  YSCHEMA_NO_MEMORY = 3
} yschema_status;

/* The version of the library, such as "0.1.0". */
YSCHEMA_API const char *yschema_version(void);

/* ---- schemas ------------------------------------------------------------- */

/* Makes an empty schema. NULL: not enough memory. */
YSCHEMA_API yschema *yschema_new(void);

/* Frees a schema, also one that is not loaded. NULL is allowed. */
YSCHEMA_API void yschema_free(yschema *schema);

/*
 * Sets an option before the schema is loaded. The names are those of the Lua
 * module: "strict", "skip_validation", "code_in_values", "assert_formats",
 * "allow_inexact" and "refuse_plain_comments" ("true" or "false"), "yaml"
 * ("1.1" or "1.2"), "schema_folder" (a path), "budget", "max_memory",
 * "max_bytes", "max_depth", "max_nodes", "max_alias_nodes" and
 * "max_violations" (whole numbers; 10000 violations are listed by default).
 * YSCHEMA_ERROR: there is no such option, it has no such value, or the schema
 * is loaded already.
 */
YSCHEMA_API yschema_status yschema_set_option(yschema *schema, const char *name,
                                              const char *value);

/* A function of the program. It reads the call's arguments, and calls one of
 * yschema_return_*; without that it returns null. `data` is what was given with
 * the function. It must not use the schema that calls it: that is an error, and
 * yschema_free() does nothing then. */
typedef void yschema_function(yschema_call *call, void *data);

/*
 * Gives the annotations of the schema a function under a name, before the
 * schema is loaded: `#@schema/validation ("even", is_even)`. YSCHEMA_ERROR: the
 * name is not an identifier, or the schema is loaded already.
 */
YSCHEMA_API yschema_status yschema_add_function(yschema *schema,
                                                const char *name,
                                                yschema_function *function,
                                                void *data);

/* Loads the schema: a text under a name for reports, or files. A schema is
 * loaded once; a second time is an error. The result has violations of the
 * schema, and no values. */
YSCHEMA_API yschema_result *yschema_load_text(yschema *schema, const char *name,
                                              const char *text, size_t size);
YSCHEMA_API yschema_result *yschema_load_file(yschema *schema,
                                              const char *path);
YSCHEMA_API yschema_result *
yschema_load_files(yschema *schema, const char *const *paths, size_t count);

/*
 * Loads a JSON Schema in place of a schema: a text in JSON or YAML under a
 * name, or a file. A name that ends with `.json`, or NULL, says that it is
 * JSON. The values that are applied have to be valid by it, and get no
 * defaults. Its references lead to files beside it, and to those of the option
 * "schema_folder". The option "assert_formats" asserts formats in all drafts.
 */
YSCHEMA_API yschema_result *yschema_load_json_schema_text(yschema *schema,
                                                          const char *name,
                                                          const char *text,
                                                          size_t size);
YSCHEMA_API yschema_result *yschema_load_json_schema_file(yschema *schema,
                                                          const char *path);

/* ---- applying ------------------------------------------------------------ */

typedef enum yschema_kind_of_input {
  YSCHEMA_FILE, /* `name` is a path */
  YSCHEMA_YAML, /* `text` is YAML or JSON, and `name` stands in reports */
  YSCHEMA_JSON  /* `text` must be JSON */
} yschema_kind_of_input;

/* One layer of values. */
typedef struct yschema_input {
  yschema_kind_of_input kind;
  const char *name; /* NULL: "values", for a text */
  const char *text; /* NULL for a file */
  size_t size;      /* of the text, in bytes */
} yschema_input;

/* Applies a loaded schema to layers of values, of which later ones win. Without
 * any, the result has the defaults. */
YSCHEMA_API yschema_result *
yschema_apply(yschema *schema, const yschema_input *inputs, size_t count);

/* ---- results ------------------------------------------------------------- */

/* Frees a result. NULL is allowed. */
YSCHEMA_API void yschema_free_result(yschema_result *result);

YSCHEMA_API yschema_status yschema_status_of(const yschema_result *result);

/* The report for people; "" if there is nothing to report. */
YSCHEMA_API const char *yschema_report(const yschema_result *result);

/* A violation, an error or a warning, with the members that reports as JSON
 * have. Texts that do not apply are NULL, numbers 0. Violations of values that
 * are sensitive do not show them. */
typedef struct yschema_violation {
  const char *kind; /* such as "type", "unknown-key" or "rule"; never NULL */
  const char *rule; /* its name in all reports, such as "min"; never NULL */
  const char *argument; /* what the schema gives the rule, as JSON, such as 1 */
  const char *severity; /* "error" or "warning"; never NULL */
  const char *path;     /* such as "databases[0].name" */
  const char *pointer;  /* the same as a JSON pointer */
  const char *message;  /* one sentence; never NULL */
  const char *found, *expected;
  const char *hint; /* how to correct it */
  const char *fix;  /* the fix, if there is exactly one possible, as
                       JSON: {"action":"rename","to":"port"} */
  const char *file; /* or the name of a text */
  int line, column; /* from 1; a column counts characters */
  const char *schema_file;
  int schema_line;
  const char *schema_pointer; /* of the keyword of a JSON Schema */
} yschema_violation;

YSCHEMA_API size_t yschema_count_violations(const yschema_result *result);
YSCHEMA_API size_t yschema_count_warnings(const yschema_result *result);

/* The violation or the warning with this index from 0, or NULL. */
YSCHEMA_API const yschema_violation *
yschema_get_violation(const yschema_result *result, size_t index);
YSCHEMA_API const yschema_violation *
yschema_get_warning(const yschema_result *result, size_t index);

/*
 * Writes the complete values. `size` gets the number of bytes; it may be NULL.
 * A 0 byte follows them. The text belongs to the caller, who frees it with
 * yschema_free_text(). NULL: there are no values, JSON cannot express them
 * (such as infinity), or there is not enough memory.
 */
YSCHEMA_API char *yschema_to_yaml(yschema_result *result, size_t *size);
YSCHEMA_API char *yschema_to_json(yschema_result *result, size_t *size);
YSCHEMA_API void yschema_free_text(char *text);

/* ---- values -------------------------------------------------------------- */

typedef enum yschema_type {
  YSCHEMA_NULL,
  YSCHEMA_BOOLEAN,
  YSCHEMA_INTEGER,
  YSCHEMA_FLOAT,
  YSCHEMA_STRING,
  YSCHEMA_ARRAY,
  YSCHEMA_MAP
} yschema_type;

/* The complete values; NULL unless the status is YSCHEMA_VALID and a schema was
 * applied. */
YSCHEMA_API const yschema_value *yschema_root(const yschema_result *result);

/* The type; that of NULL is YSCHEMA_NULL. */
YSCHEMA_API yschema_type yschema_type_of(const yschema_value *value);

/* Entries of a map or items of an array; 0 for others. */
YSCHEMA_API size_t yschema_count(const yschema_value *value);

/* The value under a key of a map, or NULL. It takes time in proportion to the
 * number of keys. */
YSCHEMA_API const yschema_value *yschema_get(const yschema_value *map,
                                             const char *key);

/* The first value of a map or an array, and the one after a value; NULL if
 * there is none. */
YSCHEMA_API const yschema_value *yschema_first(const yschema_value *collection);
YSCHEMA_API const yschema_value *yschema_next(const yschema_value *value);

/* The key of an entry of a map, in its canonical spelling if it is no string.
 * `size` gets its bytes; it may be NULL. NULL: the value is no entry. The text
 * does not end with a 0 byte. */
YSCHEMA_API const char *yschema_key(const yschema_value *entry, size_t *size);

/* The value itself, or `otherwise` for a value of another type. A float that
 * is an integer is one here, too; an integer above INT64_MAX is not. */
YSCHEMA_API bool yschema_boolean(const yschema_value *value, bool otherwise);
YSCHEMA_API int64_t yschema_integer(const yschema_value *value,
                                    int64_t otherwise);
/* For integers from 0 to UINT64_MAX. */
YSCHEMA_API uint64_t yschema_natural(const yschema_value *value,
                                     uint64_t otherwise);
/* Also for integers. */
YSCHEMA_API double yschema_number(const yschema_value *value, double otherwise);

/* The text of a string, without a 0 byte at its end; NULL for others. `size`
 * gets its bytes. */
YSCHEMA_API const char *yschema_string(const yschema_value *value,
                                       size_t *size);

/* ---- calls of functions -------------------------------------------------- */

/* At most 8: a call with more fails, and does not reach the function. */
YSCHEMA_API size_t yschema_count_arguments(const yschema_call *call);

/* The argument with this index from 0, or NULL. A value that is no data, such
 * as the context of a rule, is NULL, too. */
YSCHEMA_API const yschema_value *yschema_argument(const yschema_call *call,
                                                  size_t index);

/* Set the function's result: the last one counts. A rule holds if that is
 * neither null, false, 0 nor an empty string. A failure is a violation with
 * this message; a string whose text is NULL, though its size is not 0, is one,
 * too. */
YSCHEMA_API void yschema_return_boolean(yschema_call *call, bool value);
YSCHEMA_API void yschema_return_integer(yschema_call *call, int64_t value);
YSCHEMA_API void yschema_return_number(yschema_call *call, double value);
YSCHEMA_API void yschema_return_string(yschema_call *call, const char *text,
                                       size_t size);
YSCHEMA_API void yschema_return_failure(yschema_call *call,
                                        const char *message);

#ifdef __cplusplus
}
#endif

#endif
