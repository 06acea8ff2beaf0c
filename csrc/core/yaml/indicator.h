#pragma once

/*
 * core/yaml/indicator.h - Finds characters that libyaml takes for indicators
 * although they are parts of a text or a name in YAML 1.2: `[?x]`, `{&a :x}`,
 * `&an:chor x`.
 *
 * These are errors, because otherwise the text would silently mean something
 * else than to other readers. Quotes are the remedy.
 */

#include "core/event/event.h"

/* Whether the text has a `?` that libyaml could misread. */
bool ys_indicator_likely(ys_str text);

/* Checks the event of a map's key in a flow collection. */
ys_status ys_indicator_key(ys_space *space, ys_marks *marks,
                           const ys_event *event);

/* Checks the event of a value in a flow collection, if its key is empty or an
 * alias. */
ys_status ys_indicator_value(ys_space *space, ys_marks *marks,
                             const ys_event *event);

/* Checks the name of the anchor or alias that the event has or is. */
ys_status ys_indicator_name(ys_space *space, ys_marks *marks,
                            const ys_event *event);
