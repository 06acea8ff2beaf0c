#ifndef YS_TREE_BUILD_H
#define YS_TREE_BUILD_H

/*
 * core/tree/build.h - trees that the program makes, entry by entry. Entries
 * stand in the order in which they are added; nobody wrote them, so their
 * places are empty. The only failure is YS_NOMEM. Texts and copied values are
 * shared with whoever owns them, who has to outlive the tree.
 */

#include "core/tree/node.h"

/* Adds an entry that is null, to be filled; NULL when out of memory. */
ys_slot *ys_build_entry(ys_space *space, ys_slot *map, ys_str name);

/* The same for an item. */
ys_slot *ys_build_item(ys_space *space, ys_slot *array);

/* Adds an entry that is an empty collection. */
ys_status ys_build_collection(ys_space *space, ys_slot *map, const char *name,
                              ys_kind kind, ys_slot **out);

/* Adds an entry of a scalar. */
ys_status ys_build_text(ys_space *space, ys_slot *map, const char *name,
                        ys_str text);
ys_status ys_build_flag(ys_space *space, ys_slot *map, const char *name,
                        bool flag);

/* Adds a copy of `value`, without its key, as an entry or as an item. */
ys_status ys_build_value(ys_space *space, ys_slot *map, const char *name,
                         const ys_slot *value);
ys_status ys_build_item_value(ys_space *space, ys_slot *array,
                              const ys_slot *value);
ys_status ys_build_item_text(ys_space *space, ys_slot *array, ys_str text);

/* The entry of this name, or NULL. Looks at all entries: for small maps. */
ys_slot *ys_build_find(const ys_slot *map, const char *name);

#endif
