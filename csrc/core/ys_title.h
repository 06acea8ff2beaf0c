#ifndef YS_TITLE_H
#define YS_TITLE_H

/* ys_title.h - what a field is called: its title, or its key made readable. */

#include "ys_type.h"

/*
 * The title that the schema gives; else the key with blanks for what is neither
 * letter nor digit, and with a capital at its head: `app_domain` is "App
 * domain" (seed 004, @schema/title). Empty for what has no key.
 */
ys_status ys_title(ys_arena *arena, const ys_field *field, ys_str *out);

#endif
