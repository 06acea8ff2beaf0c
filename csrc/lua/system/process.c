/* Signals are POSIX's, which C11 alone hides. */
#define _POSIX_C_SOURCE 200809L

#include "lua/system/process.h"

#include <signal.h>
#include <string.h>

/* core.die_of_interrupts(): SIGINT ends the process, whatever the interpreter
 * makes of it (lua.c throws an error, which a rule's caller would take for the
 * rule's; LuaJIT throws it when it leaves compiled code), unless it is ignored.
 */
static int die_of_interrupts(lua_State *L) {
  struct sigaction now;
  (void)L;
  if (sigaction(SIGINT, NULL, &now) != 0) return 0;
  if ((now.sa_flags & SA_SIGINFO) == 0 &&
      (now.sa_handler == SIG_IGN || now.sa_handler == SIG_DFL))
    return 0;
  memset(&now, 0, sizeof now);
  now.sa_handler = SIG_DFL;
  sigemptyset(&now.sa_mask);
  sigaction(SIGINT, &now, NULL);
  return 0;
}

const luaL_Reg ysl_process_functions[] = {
    {"die_of_interrupts", die_of_interrupts}, {NULL, NULL}};
