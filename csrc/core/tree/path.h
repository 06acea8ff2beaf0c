#pragma once

/* core/tree/path.h - Paths (reference#paths). */

#include "core/tree/key.h"

/* A path from the root to a slot. Its links live on the stack of the code that
 * walks the tree. */
typedef struct ys_path {
  const struct ys_path *up; /* NULL for the document */
  const ys_key *key;        /* NULL for an array item */
  uint32_t index;           /* of the item */
} ys_path;

/* An index that stands for every item of an array: `[]`. */
#define YS_PATH_EVERY UINT32_MAX

/* The text of a path: `a.b[0].c`. A key with other characters than letters,
 * digits, `_` and `-` becomes `["tls.crt"]` (reference#paths). The document's
 * path is "". */
ys_status ys_path_text(ys_arena *arena, const ys_path *path, ys_str *out);

/* Appends a key as it stands between the quotes of a path. */
void ys_path_escape(ys_buf *out, ys_str text);

/* Reads a character of such a key at `*at`, which goes on. */
char ys_path_character(ys_str text, size_t *at);

/* Appends the key that stands between the quotes of a path. */
void ys_path_unescape(ys_buf *out, ys_str text);
