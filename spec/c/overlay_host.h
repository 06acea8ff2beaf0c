#ifndef OVERLAY_HOST_H
#define OVERLAY_HOST_H

/* overlay_host.h - Closures in C, for the tests of overlays. */

#include "core/annotation/host.h"

typedef ys_status host_closure(ys_space *space, const ys_slot *const *arguments,
                               ys_reply *reply);

typedef struct host_row {
  const char *name;
  host_closure *call;
} host_row;

static uint32_t host_calls; /* of all closures */

static inline ys_status host_bool(ys_reply *reply, bool value) {
  reply->value.kind = YS_BOOL;
  reply->value.u.boolean = value;
  return YS_OK;
}

static inline ys_status host_int(ys_reply *reply, int64_t value) {
  reply->value.kind = YS_INT;
  reply->value.u.integer = value;
  return YS_OK;
}

/* Each of these shows in its answer what it was given. */
static inline ys_status host_left_is_2(ys_space *space,
                                       const ys_slot *const *arguments,
                                       ys_reply *reply) {
  (void)space;
  return host_bool(reply, arguments[1]->kind == YS_INT &&
                              arguments[1]->u.integer == 2);
}

static inline ys_status host_left_is_right(ys_space *space,
                                           const ys_slot *const *arguments,
                                           ys_reply *reply) {
  (void)space;
  return host_bool(reply, ys_slot_equal(arguments[1], arguments[2]));
}

static inline ys_status host_key_is_b(ys_space *space,
                                      const ys_slot *const *arguments,
                                      ys_reply *reply) {
  (void)space;
  return host_bool(reply,
                   arguments[0]->kind == YS_STRING &&
                       ys_str_eq(ys_slot_text(arguments[0]), YS_STR("b")));
}

static inline ys_status host_key_is_1(ys_space *space,
                                      const ys_slot *const *arguments,
                                      ys_reply *reply) {
  (void)space;
  return host_bool(reply, arguments[0]->kind == YS_INT &&
                              arguments[0]->u.integer == 1);
}

static inline ys_status
host_seven(ys_space *space, const ys_slot *const *arguments, ys_reply *reply) {
  (void)space;
  (void)arguments;
  return host_int(reply, 7);
}

static inline ys_status host_nothing(ys_space *space,
                                     const ys_slot *const *arguments,
                                     ys_reply *reply) {
  (void)space;
  (void)arguments;
  (void)reply; /* as it is: null */
  return YS_OK;
}

static inline ys_status
host_true(ys_space *space, const ys_slot *const *arguments, ys_reply *reply) {
  (void)space;
  (void)arguments;
  return host_bool(reply, true);
}

static inline ys_status
host_false(ys_space *space, const ys_slot *const *arguments, ys_reply *reply) {
  (void)space;
  (void)arguments;
  return host_bool(reply, false);
}

static inline ys_status
host_throws(ys_space *space, const ys_slot *const *arguments, ys_reply *reply) {
  (void)space;
  (void)arguments;
  reply->failed = true;
  reply->message = YS_STR("o.lua:1: out of luck");
  return YS_OK;
}

static inline ys_status host_throws_nothing(ys_space *space,
                                            const ys_slot *const *arguments,
                                            ys_reply *reply) {
  (void)space;
  (void)arguments;
  reply->failed = true;
  return YS_OK;
}

static inline ys_status
host_even(ys_space *space, const ys_slot *const *arguments, ys_reply *reply) {
  (void)space;
  return host_bool(reply, arguments[0]->u.integer % 2 == 0);
}

static inline ys_status
host_plus(ys_space *space, const ys_slot *const *arguments, ys_reply *reply) {
  (void)space;
  const int64_t left = arguments[0] == NULL ? 100 : arguments[0]->u.integer;
  return host_int(reply, left + arguments[1]->u.integer);
}

/* A tuple of a copy of the left value (or null) and one of the right one. */
static inline ys_status
host_both(ys_space *space, const ys_slot *const *arguments, ys_reply *reply) {
  YS_TRY(ys_slot_make_collection(&space->arena, &reply->value, YS_ARRAY));
  reply->value.flags |= YS_SLOT_TUPLE;
  for (int i = 0; i < 2; i++) {
    ys_slot *copy = ys_arena_new(&space->arena, ys_slot);
    if (copy == NULL) return YS_NOMEM;
    if (arguments[i] != NULL)
      YS_TRY(ys_slot_copy(&space->arena, arguments[i], copy));
    ys_slot_append(&reply->value, copy);
  }
  return YS_OK;
}

static inline ys_status host_tuple(ys_space *space, bool first,
                                   const char *second, ys_reply *reply) {
  ys_slot *holds = ys_arena_new(&space->arena, ys_slot);
  ys_slot *words = ys_arena_new(&space->arena, ys_slot);
  if (holds == NULL || words == NULL) return YS_NOMEM;
  YS_TRY(ys_slot_make_collection(&space->arena, &reply->value, YS_ARRAY));
  holds->kind = YS_BOOL;
  holds->u.boolean = first;
  if (second != NULL)
    YS_TRY(ys_slot_set_text(&space->arena, words, ys_cstr(second)));
  ys_slot_append(&reply->value, holds);
  ys_slot_append(&reply->value, words);
  return YS_OK;
}

static inline ys_status host_false_why(ys_space *space,
                                       const ys_slot *const *arguments,
                                       ys_reply *reply) {
  (void)arguments;
  return host_tuple(space, false, "too low", reply);
}

static inline ys_status host_true_why(ys_space *space,
                                      const ys_slot *const *arguments,
                                      ys_reply *reply) {
  (void)arguments;
  return host_tuple(space, true, "ignored", reply);
}

static inline ys_status host_false_nil(ys_space *space,
                                       const ys_slot *const *arguments,
                                       ys_reply *reply) {
  (void)arguments;
  return host_tuple(space, false, NULL, reply);
}

static const host_row host_rows[] = {
    {"left_is_2", host_left_is_2}, {"left_is_right", host_left_is_right},
    {"key_is_b", host_key_is_b},   {"key_is_1", host_key_is_1},
    {"seven", host_seven},         {"nothing", host_nothing},
    {"true", host_true},           {"false", host_false},
    {"throws", host_throws},       {"throws_nothing", host_throws_nothing},
    {"even", host_even},           {"plus", host_plus},
    {"both", host_both},           {"false_why", host_false_why},
    {"true_why", host_true_why},   {"false_nil", host_false_nil},
};

enum { HOST_ROWS = sizeof host_rows / sizeof host_rows[0] };

static inline ys_status host_call(void *ud, ys_space *space, uint32_t closure,
                                  const ys_slot *const *arguments,
                                  uint32_t count, ys_reply *reply) {
  (void)ud;
  (void)count;
  host_calls++;
  return host_rows[closure - 1].call(space, arguments, reply);
}

static const ys_host test_host = {.call = host_call};

#endif
