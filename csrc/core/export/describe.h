#ifndef YS_EXPORT_DESCRIBE_H
#define YS_EXPORT_DESCRIBE_H

/*
 * core/export/describe.h - the inspected schema (reference#inspection): what
 * whoever configures wants to know, as a tree.
 *
 *   schema:
 *     name: data/values
 *     fields:
 *     - name: hosts
 *       title: Hosts
 *       type: array
 *       fields:         # an array's one field is its item, without a name
 *       - type: string
 */

#include "core/export/view.h"

/* How values (`default`, `value`, `argument`) are told. */
typedef enum ys_telling {
  YS_AS_VALUES,
  YS_AS_TEXTS /* their YAML, without the last line's end: for people */
} ys_telling;

/*
 * Makes `out` the tree. A field has, as far as they are there and in this
 * order:
 *
 *   name           the key
 *   title          as given; else the key made readable; no title of its own
 *                  for the document and for items
 *   type           string, boolean, integer, float, map, array, null or any; or
 *                  a list of them, null at its end
 *   default        not of items and keys that are not inserted, and not where
 *                  it is what the fields' defaults make, or what a closure
 * gives documentation  text example        list of { value, description };
 * description may be null deprecated     notice validations    list of {
 * must_be, rule, argument, when }: `rule` and `argument` of named rules, `when`
 * as the schema spells it. The rule `key` of a placeholder, or of a key that is
 * not inserted, says how often it may be there; `any-of`, `all-of` and `one-of`
 * have the alternatives as their argument, as a list of fields without name
 *   fields         of a map, and of an array its item
 *
 * Texts and keys belong to the schema, which has to outlive the tree; `space`
 * may be any other.
 */
ys_status ys_describe(ys_space *space, const ys_field *root, ys_telling telling,
                      ys_slot *out);

#endif
