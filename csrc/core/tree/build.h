#pragma once

/*
 * core/tree/build.h - Builds trees entry by entry, for the program itself.
 *
 * Entries stand in the order in which they are added. Their places are empty,
 * because no user wrote them. Texts, keys and copied values are shared with
 * their owner, who must outlive the tree. The only failure is YS_NOMEM.
 */

#include "core/tree/node.h"

/* Adds an entry whose value is null, for the caller to fill; returns NULL when
 * out of memory. */
ys_slot *ys_build_entry(ys_space *space, ys_slot *map, ys_str name);

/* The same, with the text of a key of any space. If it is a string, the tree
 * shares the key: this takes neither a search nor memory for another one. */
ys_slot *ys_build_keyed(ys_space *space, ys_slot *map, const ys_key *key);

/* Adds an item whose value is null; returns NULL when out of memory. */
ys_slot *ys_build_item(ys_space *space, ys_slot *array);

/* Adds an entry whose value is an empty collection. */
ys_status ys_build_collection(ys_space *space, ys_slot *map, const char *name,
                              ys_kind kind, ys_slot **out);

/* Adds an entry or an item whose value is an empty map. */
ys_status ys_build_entry_map(ys_space *space, ys_slot *map, ys_str name,
                             ys_slot **out);
ys_status ys_build_keyed_map(ys_space *space, ys_slot *map, const ys_key *key,
                             ys_slot **out);
ys_status ys_build_item_map(ys_space *space, ys_slot *array, ys_slot **out);

/* These add an entry whose value is a scalar. */
ys_status ys_build_text(ys_space *space, ys_slot *map, const char *name,
                        ys_str text);
ys_status ys_build_flag(ys_space *space, ys_slot *map, const char *name,
                        bool flag);

/* Adds a copy of `value`, without its key, to a map or an array. */
ys_status ys_build_value(ys_space *space, ys_slot *map, const char *name,
                         const ys_slot *value);
ys_status ys_build_item_value(ys_space *space, ys_slot *array,
                              const ys_slot *value);
ys_status ys_build_item_text(ys_space *space, ys_slot *array, ys_str text);

/* Returns the entry with this name, or NULL. The search is linear, for small
 * maps. */
ys_slot *ys_build_find(const ys_slot *map, const char *name);
