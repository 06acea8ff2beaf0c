#pragma once

/* core/annotation/synonym.h - Maps the words of JSON Schema, OpenAPI, ytt and
 * other tools to the annotations of yschema, for hints. */

#include "core/base/str.h"

/* Returns the annotation for a word such as `optional`, `minimum` or `enum`,
 * without `@` and with the keyword argument that it needs, or "". Case,
 * underscores and hyphens do not matter. */
ys_str ys_synonym_annotation(ys_str word);

/* Returns what stands for a keyword argument of @schema/validation: another
 * one, or an annotation, with `@`; or "". */
ys_str ys_synonym_argument(ys_str word);
