/* C11 alone does not declare POSIX's sockets. */
#define _POSIX_C_SOURCE 200809L

#include "lua/workers/link.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

/* Where it is missing, a worker that dies in the middle of a message would end
 * its parent by SIGPIPE; ysl_link_open() asks for the same in another way. */
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

enum { PIECE = 1 << 16 };

/* A frame of up to this size is sent in one call, so that its receiver is woken
 * once. */
enum { SMALL_FRAME = 1 << 12 };

static bool prepare(int socket) {
#ifdef SO_NOSIGPIPE
  const int on = 1;
  if (setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on) != 0)
    return false;
#endif
  return fcntl(socket, F_SETFD, FD_CLOEXEC) == 0;
}

bool ysl_link_open(int ends[2]) {
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return false;
  if (prepare(ends[0]) && prepare(ends[1])) return true;
  const int error = errno;
  close(ends[0]);
  close(ends[1]);
  errno = error;
  return false;
}

bool ysl_link_send(int socket, const void *data, size_t size) {
  const char *at = data;
  while (size > 0) {
    const ssize_t sent = send(socket, at, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return false;
    at += sent;
    size -= (size_t)sent;
  }
  return true;
}

bool ysl_link_push(int socket, ys_buf *going) {
  size_t at = 0;
  ssize_t sent = 0;
  while (at < going->len) {
    sent = send(socket, going->ptr + at, going->len - at,
                MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) break;
    at += (size_t)sent;
  }
  const bool gone = sent < 0 && errno != EAGAIN && errno != EWOULDBLOCK;
  if (at > 0) memmove(going->ptr, going->ptr + at, going->len - at);
  going->len -= at;
  return !gone;
}

bool ysl_link_receive(int socket, void *data, size_t size) {
  char *at = data;
  while (size > 0) {
    const ssize_t came = recv(socket, at, size, 0);
    if (came < 0 && errno == EINTR) continue;
    if (came <= 0) return false;
    at += came;
    size -= (size_t)came;
  }
  return true;
}

bool ysl_link_collect(int socket, ys_buf *came) {
  for (;;) {
    if (!ys_buf_reserve(came, PIECE)) return false;
    const ssize_t size =
        recv(socket, came->ptr + came->len, PIECE, MSG_DONTWAIT);
    if (size > 0) {
      came->len += (size_t)size;
      return true;
    }
    if (size == 0) return false;
    if (errno == EAGAIN || errno == EWOULDBLOCK) return true;
    if (errno != EINTR) return false;
  }
}

/* ---- frames -------------------------------------------------------------- */

ys_str ysl_link_frame(const ys_buf *came) {
  uint64_t size;
  if (came->len < sizeof size) return (ys_str){NULL, 0};
  memcpy(&size, came->ptr, sizeof size);
  if (came->len - sizeof size < size) return (ys_str){NULL, 0};
  return (ys_str){came->ptr + sizeof size, (size_t)size};
}

void ysl_link_drop_frame(ys_buf *came) {
  const ys_str frame = ysl_link_frame(came);
  const size_t used = sizeof(uint64_t) + frame.len;
  memmove(came->ptr, came->ptr + used, came->len - used);
  came->len -= used;
}

bool ysl_link_send_frame(int socket, ys_str text) {
  const uint64_t size = text.len;
  char frame[SMALL_FRAME];
  if (text.len > sizeof frame - sizeof size)
    return ysl_link_send(socket, &size, sizeof size) &&
           ysl_link_send(socket, text.ptr, text.len);
  memcpy(frame, &size, sizeof size);
  memcpy(frame + sizeof size, text.ptr, text.len);
  return ysl_link_send(socket, frame, sizeof size + text.len);
}
