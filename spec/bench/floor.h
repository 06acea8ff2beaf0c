#ifndef FLOOR_H
#define FLOOR_H

#include <stdbool.h>
#include <stddef.h>

/* libyaml's bare event loop over a text: nothing that is built on libyaml's
 * events can be faster. False when the text is not YAML. */
bool floor_events(const char *text, size_t len);

#endif
