/* C11 alone declares neither POSIX's files nor XSI's realpath(). */
#define _XOPEN_SOURCE 700

#include "lua/system/replacement.h"

#include "lua/system/attributes.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char LINKED[] =
    "it has other names (hard links), which would keep the old text: write to "
    "another file, or give it a copy of its own first";
static const char LEADS_NOWHERE[] =
    "it is a symbolic link that leads nowhere: remove it, or name another file";
static const char OWNED[] =
    "it belongs to another user or group, which a new file in its place cannot "
    "be given: run this as its owner";
static const char NO_ROOM[] =
    "no new file can be made in its folder, and it is not written over in "
    "place, where a failure would leave half of it";
static const char MOUNTED[] =
    "it is a mount point, which no new file can replace: write to another "
    "file, or mount its folder";

static const ysl_refusal fine = {0, NULL};

static int open_file(const char *path, int flags, mode_t mode) {
  int descriptor;
  do {
    descriptor = open(path, O_WRONLY | O_CLOEXEC | flags, mode);
  } while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

static ysl_refusal refusal_of(int error) {
  return (ysl_refusal){error, NULL};
}

/* ---- what is there ------------------------------------------------------- */

/* The standard stream that writes to the same file, as /dev/stdout does; or -1.
 * A file that takes its place would leave the stream without a name. */
static int standard_stream(const struct stat *about) {
  for (int number = STDOUT_FILENO; number <= STDERR_FILENO; number++) {
    struct stat stream;
    if (fstat(number, &stream) == 0 && stream.st_dev == about->st_dev &&
        stream.st_ino == about->st_ino)
      return number;
  }
  return -1;
}

bool ysl_is_stream(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 && !S_ISREG(about.st_mode);
}

static ysl_refusal open_stream(ysl_replacement *r, const struct stat *about) {
  const int stream = S_ISREG(about->st_mode) ? standard_stream(about) : -1;
  if (stream == STDOUT_FILENO) fflush(stdout);
  r->descriptor = stream < 0 ? open_file(r->target, 0, 0) : dup(stream);
  return r->descriptor < 0 ? refusal_of(errno) : fine;
}

/* Finds the file itself where `path` is a link to it. `there`: there is one. */
static ysl_refusal find_target(ysl_replacement *r, const char *path,
                               struct stat *about, bool *there) {
  char real[PATH_MAX];
  if (strlen(path) >= sizeof r->target) return refusal_of(ENAMETOOLONG);
  memcpy(r->target, path, strlen(path) + 1);
  *there = stat(path, about) == 0;
  if (!*there) {
    struct stat link;
    if (errno != ENOENT) return refusal_of(errno);
    if (lstat(path, &link) == 0) return (ysl_refusal){0, LEADS_NOWHERE};
    return fine;
  }
  if (!S_ISREG(about->st_mode)) return fine;
  if (realpath(path, real) == NULL) return refusal_of(errno);
  if (strlen(real) >= sizeof r->target) return refusal_of(ENAMETOOLONG);
  memcpy(r->target, real, strlen(real) + 1);
  return fine;
}

/* Why a regular file cannot be replaced. */
static ysl_refusal refuse_file(const char *path, const struct stat *about) {
  if (access(path, W_OK) != 0) return refusal_of(errno);
  if (about->st_nlink > 1) return (ysl_refusal){0, LINKED};
  return fine;
}

/* ---- the new file -------------------------------------------------------- */

enum { MOST_OF_NAME = 200, TRIES = 100 };

/* A name in the folder of the target; a long name is cut, because the system
 * bounds names. */
static bool name_path(ysl_replacement *r, int number) {
  const char *slash = strrchr(r->target, '/');
  const size_t folder = slash == NULL ? 0 : (size_t)(slash - r->target) + 1;
  const int length = snprintf(r->path, sizeof r->path, "%.*s%.*s.%ld-%d.part",
                              (int)folder, r->target, (int)MOST_OF_NAME,
                              r->target + folder, (long)getpid(), number);
  return length >= 0 && (size_t)length < sizeof r->path;
}

/* Makes a new file beside the target. */
static int open_beside(ysl_replacement *r, mode_t mode) {
  for (int i = 0; i < TRIES; i++) {
    if (!name_path(r, i)) return ENAMETOOLONG;
    r->descriptor = open_file(r->path, O_CREAT | O_EXCL, mode);
    if (r->descriptor >= 0) {
      r->beside = true;
      return 0;
    }
    if (errno != EEXIST) return errno;
  }
  return EEXIST;
}

/* Gives the new file the owner, the mode and the attributes of the old one, in
 * this order: a change of the owner takes bits of the mode away, and a change
 * of the mode changes the list of permissions. With `only_owner`, no
 * one but the owner gets a permission. */
static ysl_refusal take_after(const ysl_replacement *r,
                              const struct stat *about, bool only_owner) {
  struct stat now;
  if (fstat(r->descriptor, &now) != 0) return refusal_of(errno);
  if ((now.st_uid != about->st_uid || now.st_gid != about->st_gid) &&
      fchown(r->descriptor, about->st_uid, about->st_gid) != 0)
    return (ysl_refusal){0, OWNED};
  if (only_owner) return fine;
  if (fchmod(r->descriptor, about->st_mode & (mode_t)07777) != 0)
    return refusal_of(errno);
  return refusal_of(ysl_copy_attributes(r->target, r->descriptor));
}

/* Opens the file that will stand in the place of an old one. */
static ysl_refusal open_in_place_of(ysl_replacement *r,
                                    const struct stat *about, bool only_owner) {
  ysl_refusal refusal = refuse_file(r->target, about);
  if (ysl_refused(refusal)) return refusal;
  refusal.error = open_beside(r, 0600);
  if (refusal.error != 0) return (ysl_refusal){refusal.error, NO_ROOM};
  refusal = take_after(r, about, only_owner);
  if (ysl_refused(refusal)) ysl_replacement_end(r, ECANCELED);
  return refusal;
}

ysl_refusal ysl_replacement_open(ysl_replacement *r, const char *path,
                                 bool only_owner) {
  struct stat about;
  bool there;
  r->beside = false;
  const ysl_refusal refusal = find_target(r, path, &about, &there);
  if (ysl_refused(refusal)) return refusal;
  if (!there) return refusal_of(open_beside(r, only_owner ? 0600 : 0666));
  if (!S_ISREG(about.st_mode) || standard_stream(&about) >= 0)
    return open_stream(r, &about);
  return open_in_place_of(r, &about, only_owner);
}

/* ---- writing and the end ------------------------------------------------- */

int ysl_replacement_write(const ysl_replacement *r, ys_str text) {
  while (text.len > 0) {
    const ssize_t written = write(r->descriptor, text.ptr, text.len);
    if (written >= 0) {
      text.ptr += written;
      text.len -= (size_t)written;
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

/* Syncs a file. Some file systems have nothing to sync. */
static int sync_file(int descriptor) {
  if (fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP) return 0;
  return errno;
}

/* Syncs the folder of the target, so that the new name survives a crash. The
 * file has been replaced: an error would say otherwise. */
static void sync_folder(const ysl_replacement *r) {
  char folder[YSL_LONGEST_PATH];
  const char *slash = strrchr(r->target, '/');
  const size_t length =
      slash == NULL ? 0 : (size_t)(slash - r->target) + (slash == r->target);
  memcpy(folder, r->target, length);
  memcpy(folder + length, length == 0 ? "." : "", length == 0 ? 2 : 1);
  const int descriptor = open(folder, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  (void)fsync(descriptor);
  close(descriptor);
}

ysl_refusal ysl_replacement_end(ysl_replacement *r, int error) {
  ysl_refusal refusal = {error, NULL};
  if (r->beside && error == 0) refusal.error = sync_file(r->descriptor);
  if (close(r->descriptor) != 0 && refusal.error == 0) refusal.error = errno;
  if (!r->beside) return refusal;
  if (refusal.error == 0 && rename(r->path, r->target) != 0)
    refusal = (ysl_refusal){errno, errno == EBUSY ? MOUNTED : NULL};
  if (refusal.error != 0)
    unlink(r->path);
  else
    sync_folder(r);
  return refusal;
}
