/* POSIX has neither sched_getaffinity() nor anonymous memory. */
#define _GNU_SOURCE

#include "lua/workers/workers.h"

#include "lua/base/stack.h"
#include "lua/limit/ceiling.h"
#include "lua/system/undo.h"
#include "lua/workers/link.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sched.h>
#include <sys/prctl.h>
#endif

typedef struct worker {
  pid_t pid;  /* 0: none */
  int socket; /* valid as long as there is a worker */
  ys_buf came;
  ys_buf going; /* what it has not taken yet */
} worker;

/* The header before the text of a piece of work. */
typedef struct order {
  uint64_t first, count, size;
} order;

typedef struct workers {
  ysl_userdata ud;
  worker list[YSL_MOST_CHILDREN];
  volatile uint64_t *tasks; /* shared: the task of each worker */
  int own_number;           /* in a worker: its number; else -1 */
  int own_socket;
  int next; /* the worker that is looked at first */
} workers;

static const size_t shared_size = sizeof(uint64_t) * YSL_MOST_CHILDREN;

static void init_worker(worker *one, ys_memory memory) {
  one->came = ys_buf_of(memory);
  one->going = ys_buf_of(memory);
}

/* Data sent to a worker or received from it is of no use any more. */
static void forget_texts(worker *one) {
  ys_buf_release(&one->came);
  ys_buf_release(&one->going);
}

/* core.workers() -> workers | nil, problem */
static int new_workers(lua_State *L) {
  workers *all = ysl_new_userdata(L, YSL_WORKERS, sizeof *all);
  all->own_number = -1;
  for (int i = 0; i < YSL_MOST_CHILDREN; i++)
    init_worker(&all->list[i], ysl_memory(L));
  void *shared = mmap(NULL, shared_size, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return ysl_fail(L, strerror(errno));
  all->tasks = shared;
  return 1;
}

static workers *check_workers(lua_State *L) {
  return ysl_check_userdata(L, 1, YSL_WORKERS, sizeof(workers));
}

/* The number at index 2, from 1 on, of a worker. */
static int check_number(lua_State *L) {
  const lua_Integer number = luaL_checkinteger(L, 2);
  luaL_argcheck(L, number >= 1 && number <= YSL_MOST_CHILDREN, 2,
                "no number of a worker");
  return (int)number - 1;
}

static worker *check_worker(lua_State *L, workers *all) {
  worker *one = &all->list[check_number(L)];
  luaL_argcheck(L, one->pid != 0, 2, "there is no such worker");
  return one;
}

/* ---- in the worker ------------------------------------------------------- */

/* A worker does not outlive its parent, also when that is killed. */
static void follow_parent(pid_t parent) {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (getppid() != parent) _exit(1);
}

/* Calls the function at index 3 and ends the process. What is in the buffers of
 * streams is the parent's to write. */
static void work(lua_State *L, workers *all, int number, int socket) {
  for (int i = 0; i < YSL_MOST_CHILDREN; i++) {
    worker *other = &all->list[i];
    if (other->pid == 0) continue;
    close(other->socket);
    forget_texts(other);
    other->pid = 0;
  }
  all->own_number = number;
  all->own_socket = socket;
  lua_settop(L, 3);
  _exit(lua_pcall(L, 0, 0, 0) == 0 ? 0 : 1);
}

static workers *check_own(lua_State *L) {
  workers *all = check_workers(L);
  luaL_argcheck(L, all->own_number >= 0, 1, "this is no worker");
  return all;
}

/* workers:take() -> first, count, text or nil | nil: there is no more work */
static int take(lua_State *L) {
  const workers *all = check_own(L);
  order piece;
  if (!ysl_link_receive(all->own_socket, &piece, sizeof piece)) return 0;
  lua_pushinteger(L, (lua_Integer)piece.first);
  lua_pushinteger(L, (lua_Integer)piece.count);
  if (piece.size == 0) return 2;
  const size_t size = (size_t)piece.size;
  char *text = lua_newuserdata(L, size);
  if (!ysl_link_receive(all->own_socket, text, size)) return 0;
  lua_pushlstring(L, text, size);
  lua_remove(L, -2);
  return 3;
}

/* workers:begin(number): its task from now on */
static int begin(lua_State *L) {
  const lua_Integer number = luaL_checkinteger(L, 2);
  const workers *all = check_own(L);
  all->tasks[all->own_number] = (uint64_t)number;
  return 0;
}

/* workers:give(text): without its parent a worker ends. */
static int give(lua_State *L) {
  const ys_str text = ysl_check_str(L, 2);
  if (!ysl_link_send_frame(check_own(L)->own_socket, text)) _exit(1);
  return 0;
}

/* ---- in the parent ------------------------------------------------------- */

/* workers:start(number, function) -> true | nil, problem */
static int start(lua_State *L) {
  workers *all = check_workers(L);
  const int number = check_number(L);
  const pid_t parent = getpid();
  int ends[2];
  sigset_t before;
  luaL_checktype(L, 3, LUA_TFUNCTION);
  luaL_argcheck(L, all->list[number].pid == 0, 2, "there is one already");
  if (!ysl_link_open(ends)) return ysl_fail(L, strerror(errno));
  all->tasks[number] = 0;
  fflush(NULL); /* a fork that calls exit() would write it once more */
  ysl_undo_hold(&before);
  const pid_t pid = fork();
  if (pid == 0) {
    ysl_undo_nothing();
    ysl_undo_release(&before);
    follow_parent(parent);
    close(ends[0]);
    work(L, all, number, ends[1]);
  }
  const int error = errno;
  if (pid > 0) ysl_undo_add_child(number, pid);
  ysl_undo_release(&before);
  close(ends[1]);
  if (pid > 0) {
    all->list[number].pid = pid;
    all->list[number].socket = ends[0];
    lua_pushboolean(L, true);
    return 1;
  }
  close(ends[0]);
  return ysl_fail(L, strerror(error));
}

/* Sends what waits for a worker. What one that is gone has not taken is
 * dropped. */
static void push(worker *one) {
  if (!ysl_link_push(one->socket, &one->going)) one->going.len = 0;
}

/* workers:hand(number, first, count, text or nil). It does not wait until the
 * worker takes them. wait() reports that it has died. */
static int hand(lua_State *L) {
  worker *one = check_worker(L, check_workers(L));
  const ys_str text =
      lua_isnoneornil(L, 5) ? (ys_str){"", 0} : ysl_check_str(L, 5);
  const order piece = {(uint64_t)luaL_checkinteger(L, 3),
                       (uint64_t)luaL_checkinteger(L, 4), text.len};
  ys_buf_add(&one->going, (ys_str){(const char *)&piece, sizeof piece});
  ys_buf_add(&one->going, text);
  if (one->going.failed) ysl_no_memory(L);
  push(one);
  return 0;
}

/* Pushes a worker's number and its next frame; 0 if there is none. */
static int push_frame(lua_State *L, workers *all, int number) {
  worker *one = &all->list[number];
  const ys_str frame = ysl_link_frame(&one->came);
  if (one->pid == 0 || frame.ptr == NULL) return 0;
  lua_pushinteger(L, number + 1);
  lua_pushlstring(L, frame.ptr, frame.len);
  ysl_link_drop_frame(&one->came);
  all->next = (number + 1) % YSL_MOST_CHILDREN;
  return 2;
}

enum { DEATH_WORDS = 64 };

static const char *signal_name(int number) {
  static const struct {
    int number;
    const char *name;
  } names[] = {{SIGKILL, "SIGKILL"}, {SIGSEGV, "SIGSEGV"}, {SIGABRT, "SIGABRT"},
               {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},   {SIGILL, "SIGILL"},
               {SIGTERM, "SIGTERM"}, {SIGINT, "SIGINT"},   {SIGHUP, "SIGHUP"},
               {SIGPIPE, "SIGPIPE"}, {SIGQUIT, "SIGQUIT"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (names[i].number == number) return names[i].name;
  return NULL;
}

/* When a worker ends, its socket is closed first, and a moment later the
 * process can be waited for. A worker that has work left is ended. */
static int end_status(pid_t pid, bool lives) {
  int status = 0;
  pid_t ended;
  if (lives) kill(pid, SIGKILL);
  do {
    ended = waitpid(pid, &status, 0);
  } while (ended < 0 && errno == EINTR);
  return status;
}

/* Ends a worker that lives, and waits for its end. One whose socket is closed
 * ends by itself. The result is `words`, or a static text. */
static const char *death_of(pid_t pid, bool lives, char *words) {
  const int status = end_status(pid, lives);
  if (!WIFSIGNALED(status)) {
    snprintf(words, DEATH_WORDS, "status %d", WEXITSTATUS(status));
  } else if (signal_name(WTERMSIG(status)) != NULL) {
    return signal_name(WTERMSIG(status));
  } else {
    snprintf(words, DEATH_WORDS, "signal %d", WTERMSIG(status));
  }
  return words;
}

/* Ends a worker, and returns how it has ended. */
static const char *end_worker(workers *all, int number, bool lives,
                              char *words) {
  worker *one = &all->list[number];
  ysl_undo_drop_child(number);
  const char *how = death_of(one->pid, lives, words);
  close(one->socket);
  forget_texts(one);
  one->pid = 0;
  return how;
}

static int push_death(lua_State *L, workers *all, int number) {
  char words[DEATH_WORDS];
  const uint64_t task = all->tasks[number];
  const bool no_memory = all->list[number].came.failed;
  const char *how = end_worker(all, number, no_memory, words);
  if (no_memory) ysl_no_memory(L);
  lua_pushinteger(L, number + 1);
  lua_pushnil(L);
  lua_pushstring(L, how);
  lua_pushinteger(L, (lua_Integer)task);
  return 4;
}

/* Waits until one of the workers has sent a text, takes one, or has died.
 * Returns their numbers in `ready`, which ends with -1; YSL_MOST_CHILDREN is
 * standard input, of which something can be read. The list is empty when it
 * timed out or a signal came. Only sockets that are open are handed to poll(),
 * which takes no more entries than the process may open files. Throws when it
 * fails.
 */
static void poll_workers(lua_State *L, const workers *all, int milliseconds,
                         bool input, int *ready) {
  struct pollfd waiting[YSL_MOST_CHILDREN + 1];
  int numbers[YSL_MOST_CHILDREN + 1];
  nfds_t count = 0;
  for (int i = 0; i < YSL_MOST_CHILDREN; i++) {
    if (all->list[i].pid == 0) continue;
    const short events = all->list[i].going.len > 0 ? POLLIN | POLLOUT : POLLIN;
    numbers[count] = i;
    waiting[count++] =
        (struct pollfd){.fd = all->list[i].socket, .events = events};
  }
  if (input) {
    numbers[count] = YSL_MOST_CHILDREN;
    waiting[count++] = (struct pollfd){.fd = STDIN_FILENO, .events = POLLIN};
  }
  const int found = poll(waiting, count, milliseconds);
  if (found < 0 && errno != EINTR) {
    lua_pushfstring(L, "cannot wait for the workers: %s", strerror(errno));
    lua_error(L);
  }
  for (nfds_t i = 0; found > 0 && i < count; i++)
    if (waiting[i].revents != 0) *ready++ = numbers[i];
  *ready = -1;
}

/* workers:wait(milliseconds, input) -> number, text | number, nil, how it has
 * died, its task | 0: with `input`, standard input has something | nothing: it
 * timed out, or a signal came */
static int wait_for(lua_State *L) {
  workers *all = check_workers(L);
  const int most = (int)luaL_checkinteger(L, 2);
  const bool input = lua_toboolean(L, 3);
  int ready[YSL_MOST_CHILDREN + 2];
  for (int i = 0; i < YSL_MOST_CHILDREN; i++) {
    const int pushed = push_frame(L, all, (all->next + i) % YSL_MOST_CHILDREN);
    if (pushed > 0) return pushed;
  }
  for (;;) {
    poll_workers(L, all, most, input, ready);
    if (ready[0] < 0) return 0;
    for (const int *number = ready; *number >= 0; number++) {
      if (*number == YSL_MOST_CHILDREN) {
        lua_pushinteger(L, 0);
        return 1;
      }
      worker *one = &all->list[*number];
      push(one);
      const bool lives = ysl_link_collect(one->socket, &one->came);
      const int pushed = push_frame(L, all, *number);
      if (pushed > 0) return pushed;
      if (!lives) return push_death(L, all, *number);
    }
  }
}

/* workers:close(): ends those that are left */
static int close_workers(lua_State *L) {
  workers *all = check_workers(L);
  char words[DEATH_WORDS];
  if (all->own_number >= 0) return 0;
  /* They end at the same time, and not one after the other. */
  for (int i = 0; i < YSL_MOST_CHILDREN; i++)
    if (all->list[i].pid != 0) kill(all->list[i].pid, SIGKILL);
  for (int i = 0; i < YSL_MOST_CHILDREN; i++)
    if (all->list[i].pid != 0) end_worker(all, i, false, words);
  if (all->tasks != NULL) munmap((void *)all->tasks, shared_size);
  all->tasks = NULL;
  return 0;
}

int ysl_workers_collect(lua_State *L) {
  return close_workers(L);
}

/* core.cores() -> how many processors this process may use */
static int cores(lua_State *L) {
  long count = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef __linux__
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) count = CPU_COUNT(&set);
#endif
  lua_pushinteger(L, count < 1 ? 1 : (lua_Integer)count);
  return 1;
}

const luaL_Reg ysl_workers_methods[] = {
    {"take", take},           {"begin", begin},   {"give", give},
    {"hand", hand},           {"wait", wait_for}, {"start", start},
    {"close", close_workers}, {NULL, NULL}};

const luaL_Reg ysl_workers_functions[] = {
    {"workers", new_workers}, {"cores", cores}, {NULL, NULL}};
