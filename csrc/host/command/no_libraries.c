/*
 * host/command/no_libraries.c - A static program cannot load shared libraries.
 * The linker gives these functions in place of the system's (--wrap), so that
 * modules in C that are not inside are reported as such.
 *
 * The system's library loads those that /etc/nsswitch.conf names when it looks
 * for the address of a host. They belong to another version of that library,
 * so only what is inside the program is used: /etc/hosts and DNS.
 *
 * luaossl opens the file that it is in, so that it is never unloaded. Nothing
 * is unloaded here, so it gets a handle that stands for the program.
 */

#define _GNU_SOURCE /* for Dl_info */
#include <dlfcn.h>
#include <nss.h>
#include <stddef.h>
#include <string.h>

int __wrap_dladdr(const void *address, Dl_info *out);
void *__wrap_dlopen(const char *name, int flags);
void *__wrap_dlsym(void *handle, const char *name);
int __wrap_dlclose(void *handle);
char *__wrap_dlerror(void);

__attribute__((constructor)) static void look_up_hosts_alone(void) {
  __nss_configure_lookup("hosts", "files dns");
}

static const char program[] = "the program itself";

int __wrap_dladdr(const void *address, Dl_info *out) {
  memset(out, 0, sizeof *out);
  out->dli_fname = program;
  out->dli_saddr = (void *)(size_t)address;
  return 1;
}

void *__wrap_dlopen(const char *name, int flags) {
  (void)flags;
  return name == program ? (void *)(size_t)program : NULL;
}

void *__wrap_dlsym(void *handle, const char *name) {
  (void)handle;
  (void)name;
  return NULL;
}

int __wrap_dlclose(void *handle) {
  (void)handle;
  return 0;
}

char *__wrap_dlerror(void) {
  static char problem[] = "a static program cannot load shared libraries";
  return problem;
}
