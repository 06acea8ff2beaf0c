#pragma once

/*
 * core/tree/gap.h - The gap of a value that was not given: the place where a
 * file lacks it.
 *
 * A default that breaks a rule stands in the schema. The file to change is the
 * one that did not give the value, so records name it, too.
 */

#include "core/tree/node.h"

/* Whether a slot stands in a text that was read for this run, not in the
 * schema. */
bool ys_gap_is_given(const ys_space *space, const ys_slot *slot);

/* The gap in `map`, which may also be an array; `is_document`: it is the whole
 * document. There is none if the collection itself was not given, or was made
 * by a flag, which has a name in parentheses, or if it is a whole document that
 * is no file. A file without any value has a gap at its first line. */
ys_gap ys_gap_of(const ys_space *space, const ys_slot *map, bool is_document);

/* Whether files of several names were read for this run. */
bool ys_gap_has_files(const ys_space *space);

/* Says where a key that `map` lacks was looked for: `nothing in a.yml, b.yml`,
 * or `nothing at a.yml:3 (read: a.yml, b.yml)` if the map was given there. */
ys_status ys_gap_words(ys_space *space, const ys_slot *map, bool is_document,
                       ys_str *out);

/* Appends the names of the files that were read for this run, up to eight. */
void ys_gap_add_files(const ys_space *space, ys_buf *out);
