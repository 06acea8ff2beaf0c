#pragma once

/*
 * core/tolerant/readable.h - Makes a text with errors readable, for editors, in
 * which unfinished text is the common case.
 *
 * The same readers as always read the text (core/yaml/parse.h). What they
 * refuse is repaired, and they read it again, until nothing is refused: a
 * bracket or a quote that is open is closed at the end of its line, and what
 * fits nowhere is replaced by blanks. An error thus costs the entry in which it
 * is, not the text.
 *
 * All bytes of the text keep their line and their place in the line. Something
 * is added only at the end of lines.
 */

#include "core/tree/node.h"

/*
 * Makes a text readable. `text` becomes a text of the arena, or stays the
 * source's own text when there is nothing to repair. `repaired` is the number
 * of repairs. The limits are those of readers. `known` are the records of a
 * reader that has read the text, or NULL. The only failure is YS_NOMEM.
 */
ys_status ys_make_readable(ys_arena *arena, ys_source *source,
                           const ys_limits *limits, const ys_diags *known,
                           ys_str *text, uint32_t *repaired);
