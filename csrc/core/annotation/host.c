#include "core/annotation/host.h"

#include "core/tree/charge.h"

/* A function may return far more than it got, again and again. */
static ys_status charge(ys_space *space, ys_reply *reply) {
  if (reply->failed || (ys_space_spend_result(space, &reply->value) &&
                        ys_space_spend_result(space, &reply->second)))
    return YS_OK;
  reply->failed = true;
  return ys_str_fill(&space->arena,
                     "its result exceeds the limit max_nodes: defaults, "
                     "overlays and functions make more than %s nodes",
                     YS_WORDS(YS_UINT(space->limits.max_nodes)),
                     &reply->message);
}

static ys_status call(const ys_host *host, ys_space *space, uint32_t closure,
                      const ys_slot *const *arguments, uint32_t count,
                      ys_reply *reply) {
  if (host == NULL) {
    reply->failed = true;
    reply->message = YS_STR("functions cannot be called here");
    return YS_OK;
  }
  YS_TRY(host->call(host->ud, space, closure, arguments, count, reply));
  YS_TRY(charge(space, reply));
  if (reply->failed && reply->message.len == 0)
    reply->message = YS_STR("the function failed without a message");
  return YS_OK;
}

ys_status ys_host_call(const ys_host *host, ys_space *space, uint32_t closure,
                       const ys_slot *const *arguments, uint32_t count,
                       ys_reply *reply) {
  *reply = (ys_reply){0};
  return call(host, space, closure, arguments, count, reply);
}

ys_status ys_host_call_pair(const ys_host *host, ys_space *space,
                            uint32_t closure, const ys_slot *const *arguments,
                            uint32_t count, ys_reply *reply) {
  *reply = (ys_reply){.is_pair = true};
  return call(host, space, closure, arguments, count, reply);
}

uint32_t ys_host_first(const ys_host *host, uint32_t closure) {
  if (host == NULL || host->first == NULL) return closure;
  return host->first(host->ud, closure);
}
