#pragma once

/*
 * core/annotation/host.h - The only interface through which the core calls its
 * host.
 *
 * The host is called during a merge, a check or a compilation for overlay
 * matchers and `via=`, for `allowed=` and `expects=`, and for alternatives that
 * are functions. These functions must not yield. (Rules, `when=` and defaults
 * run between steps instead; see core/run/run.h.)
 *
 * A host function must return: it must not longjmp out of the core, and it must
 * not free or change the trees that it gets.
 */

#include "core/tree/node.h"

typedef struct ys_reply {
  bool is_pair;   /* input: the caller takes two results */
  ys_slot value;  /* the closure's first result, in the space's arena and within
                     its depth limit; further results are dropped */
  ys_slot second; /* of a pair: the second result, or null if there is none */
  bool failed; /* the closure threw an error or returned something that is not
                  data, such as a function; `message`, in the same arena, says
                  what */
  ys_str message;
} ys_reply;

typedef struct ys_host {
  void *ud;
  /* Calls a closure. A NULL argument is passed as nil. The only failure is
   * YS_NOMEM. */
  ys_status (*call)(void *ud, ys_space *space, uint32_t closure,
                    const ys_slot *const *arguments, uint32_t count,
                    ys_reply *reply);
  /* Gives the first number of the function with this number, because a function
   * that is handed over twice has two numbers. NULL: each has one. */
  uint32_t (*first)(void *ud, uint32_t closure);
} ys_host;

/* The host that calls closures of the schema in the middle of a check, or NULL.
 * The space knows it only as long as it may be called. */
static inline const ys_host *ys_host_of(const ys_space *space) {
  return space->rooms[YS_ROOM_ANNOTATION];
}
static inline void ys_host_use(ys_space *space, const ys_host *host) {
  space->rooms[YS_ROOM_ANNOTATION] = (void *)(uintptr_t)host;
}

/* Calls a closure and takes its first result. A failed reply always has a
 * message. Without a host every call fails. */
ys_status ys_host_call(const ys_host *host, ys_space *space, uint32_t closure,
                       const ys_slot *const *arguments, uint32_t count,
                       ys_reply *reply);

/* Like ys_host_call(), for functions that return a value and perhaps a message:
 * takes the first result and the second one. */
ys_status ys_host_call_pair(const ys_host *host, ys_space *space,
                            uint32_t closure, const ys_slot *const *arguments,
                            uint32_t count, ys_reply *reply);

/* Gives the number that all closures of the same function share. */
uint32_t ys_host_first(const ys_host *host, uint32_t closure);
