#include "lua/system/attributes.h"

#ifdef __linux__

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/types.h>
#include <sys/xattr.h>

enum { MOST_NAMES = 4096, MOST_VALUE = 65536 };

/* Access control lists, and attributes set by users. Labels of security modules
 * are set by the system's own rules. */
static bool is_copied(const char *name) {
  return strncmp(name, "user.", 5) == 0 ||
         strcmp(name, "system.posix_acl_access") == 0;
}

static int copy_one(const char *from, int to, const char *name) {
  char value[MOST_VALUE];
  const ssize_t size = getxattr(from, name, value, sizeof value);
  if (size < 0) return errno == ENODATA ? 0 : errno;
  if (fsetxattr(to, name, value, (size_t)size, 0) != 0) return errno;
  return 0;
}

int ysl_copy_attributes(const char *from, int to) {
  char names[MOST_NAMES];
  const ssize_t size = listxattr(from, names, sizeof names);
  if (size < 0) return errno == ENOTSUP || errno == ENOSYS ? 0 : errno;
  for (const char *name = names; name < names + size;
       name += strlen(name) + 1) {
    const int error = is_copied(name) ? copy_one(from, to, name) : 0;
    if (error != 0) return error;
  }
  return 0;
}

#else

int ysl_copy_attributes(const char *from, int to) {
  (void)from;
  (void)to;
  return 0;
}

#endif
