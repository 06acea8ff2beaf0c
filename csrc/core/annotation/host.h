#ifndef YS_ANNOTATION_HOST_H
#define YS_ANNOTATION_HOST_H

/*
 * core/annotation/host.h - the one door through which the core calls the
 * outside: matchers and `via=` of overlays, `allowed=` and `expects=`, and
 * alternatives that are functions, which are asked in the middle of a merge, a
 * check or a compilation. They may not yield. (Rules, `when=` and defaults are
 * asked between steps instead, see core/run/run.h.)
 *
 * A host comes back by `return`: it may not longjmp over the core, and it may
 * not free or change the trees it was shown.
 */

#include "core/tree/node.h"

typedef struct ys_reply {
  ys_slot value; /* what the closure returned, made in the space's arena and
                    no deeper than its limit; several results make a tuple */
  bool failed;   /* it threw, or returned what is no data (a function);
                    `message` says what, in the same arena */
  ys_str message;
} ys_reply;

typedef struct ys_host {
  void *ud;
  /* Calls a closure; an argument that is NULL is nil. Fails only for want of
   * memory. */
  ys_status (*call)(void *ud, ys_space *space, uint32_t closure,
                    const ys_slot *const *arguments, uint32_t count,
                    ys_reply *reply);
} ys_host;

/* Calls a closure. A reply that failed always has a message, and where there
 * is no host every call fails. */
ys_status ys_host_call(const ys_host *host, ys_space *space, uint32_t closure,
                       const ys_slot *const *arguments, uint32_t count,
                       ys_reply *reply);

#endif
