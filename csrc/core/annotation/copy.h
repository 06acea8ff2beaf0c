#ifndef YS_ANNOTATION_COPY_H
#define YS_ANNOTATION_COPY_H

/*
 * core/annotation/copy.h - a schema's tree in another schema: as one of its
 * alternatives, say. What comes out knows nothing of where it came from but the
 * texts that its places are in.
 */

#include "core/annotation/annotation.h"

/*
 * Copies `slot` of the space `from`, with evaluated annotations, into `to`. The
 * numbers of closures are raised by `closures`. Key and neighbours of `out` are
 * the caller's.
 *
 * A schema that holds another one twice is twice as large, and so on, level by
 * level: YS_INVALID, with no record, when `to` would get more slots this way
 * than its max_alias_nodes.
 */
ys_status ys_copy_annotated(ys_space *to, const ys_space *from,
                            const ys_slot *slot, uint32_t closures,
                            ys_slot *out);

#endif
