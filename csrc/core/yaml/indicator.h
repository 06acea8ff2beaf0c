#ifndef YS_YAML_INDICATOR_H
#define YS_YAML_INDICATOR_H

/*
 * core/yaml/indicator.h - where libyaml takes a character for an indicator that
 * is a part of a text or a name in YAML 1.2: `[?x]`, `{&a :x}`, `&an:chor x`.
 * To read something else than other readers, and to say nothing, is worst; so
 * these are faults, whose remedy is quotes.
 */

#include "core/event/event.h"
#include "core/tree/mark.h"

/* Whether a `?` stands in the text that could be taken so. */
bool ys_indicator_likely(ys_str text);

/* Looks at the event of a map's key in a flow collection. */
ys_status ys_indicator_key(ys_space *space, ys_marks *marks,
                           const ys_event *event);

/* Looks at the event of a value behind a key that is empty, or an alias, in a
 * flow collection. */
ys_status ys_indicator_value(ys_space *space, ys_marks *marks,
                             const ys_event *event);

/* Looks at the name of an anchor or alias, which the event is of or has. */
ys_status ys_indicator_name(ys_space *space, ys_marks *marks,
                            const ys_event *event);

#endif
