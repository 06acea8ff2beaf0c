#include "core/annotation/host.h"

ys_status ys_host_call(const ys_host *host, ys_space *space, uint32_t closure,
                       const ys_slot *const *arguments, uint32_t count,
                       ys_reply *reply) {
  *reply = (ys_reply){0};
  if (host == NULL) {
    reply->failed = true;
    reply->message = YS_STR("functions cannot be called here");
    return YS_OK;
  }
  YS_TRY(host->call(host->ud, space, closure, arguments, count, reply));
  if (reply->failed && reply->message.len == 0)
    reply->message = YS_STR("the function failed without a message");
  return YS_OK;
}

uint32_t ys_host_first(const ys_host *host, uint32_t closure) {
  if (host == NULL || host->first == NULL) return closure;
  return host->first(host->ud, closure);
}
