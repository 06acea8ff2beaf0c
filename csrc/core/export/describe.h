#pragma once

/*
 * core/export/describe.h - The inspected schema (reference#inspection): a tree
 * that shows users what they can configure.
 *
 *   schema: name: data/values fields:
 *     - name: hosts title: Hosts type: array fields:         # an array's one
 *       field is its item, without a name
 *       - type: string
 */

#include "core/export/view.h"

/* How values (`default`, `value`, `argument`) are shown. The list of `one_of`
 * always has values. */
typedef enum ys_value_form {
  YS_AS_VALUES,
  YS_AS_TEXTS /* as YAML texts for people, without the last line break */
} ys_value_form;

/*
 * Makes `out` the tree. A field has these keys, if there is something to say,
 * in this order:
 *
 * - name: the key.
 * - title: the given title, else the key made readable. The document and items
 *   have only a given title.
 * - type: string, boolean, integer, float, map, array, null or any; or a list
 *   of them with null at its end.
 * - like: the name of the definition that the field is a copy of. What is below
 *   it is described once, where the name stands first.
 * - default: not for items and keys that are not inserted; nor if it is made
 *   from the defaults of the fields, or if a closure gives it.
 * - documentation: a text.
 * - example: a list of { value, description }; description may be null.
 * - deprecated: the notice.
 * - renamed: a list of the old names, as the author wrote them.
 * - identity: a list of { keys, scope }, and refers: a list of { to, scope,
 *   kind, when }; a scope "document" is left out.
 * - validations: a list of { must_be, rule, argument, when }. Named rules have
 *   `rule` and `argument`; `when` is as the author wrote it. The rule `key` of
 *   a placeholder says how many keys it may have, and has `allowed=` as its
 *   argument; without one, it is that of an optional key. The argument of
 *   `required` is why the key is required. The argument of `any-of`, `all-of`
 *   and `one-of` is the list of the alternatives, as fields without a name. If
 *   a key selects one of them, `by` is that key, and `kinds` the list of the
 *   values that select them. Values that must not be shown are "(sensitive)" in
 *   `default` and `example`; `argument` of `one_of` and `kinds` are left out
 *   instead.
 * - fields: the fields of a map, or the single item of an array.
 *
 * The tree uses texts and keys of the schema, so the schema must outlive it.
 * `space` may be another than the schema's.
 */
ys_status ys_describe(ys_space *space, const ys_field *root, ys_value_form form,
                      ys_slot *out);
