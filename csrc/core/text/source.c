/* C11 alone does not offer stat() and open(); POSIX does. */
#define _POSIX_C_SOURCE 200809L

#include "core/text/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/magic.h>
#include <sys/vfs.h>
#endif

/*
 * A source is one block of memory: the struct, the name, the text. While a file
 * is read the block grows in place, which saves a copy of the text.
 */
typedef struct block {
  ys_memory memory;
  char *ptr;
  size_t size;
} block;

static bool block_resize(block *b, size_t size) {
  char *ptr = b->memory.realloc(b->memory.ud, b->ptr, b->size, size);
  if (ptr == NULL) return false;
  b->ptr = ptr;
  b->size = size;
  return true;
}

static ys_status block_open(block *b, ys_memory memory, ys_str name,
                            size_t text_size) {
  size_t head = sizeof(ys_source) + name.len;
  *b = (block){memory, NULL, 0};
  /* offsets and line numbers have 32 bits */
  if (name.len >= UINT32_MAX || text_size >= UINT32_MAX ||
      text_size > SIZE_MAX - head || !block_resize(b, head + text_size))
    return YS_NOMEM;
  if (name.len > 0) memcpy(b->ptr + sizeof(ys_source), name.ptr, name.len);
  return YS_OK;
}

/* Completes the source. The block does not change its size afterwards. */
static ys_source *block_close(block *b, size_t name_len, size_t text_len) {
  ys_source *source = (ys_source *)(void *)b->ptr;
  char *name = b->ptr + sizeof(ys_source);
  *source = (ys_source){
      .memory = b->memory,
      .references = 1,
      .name = {name, name_len},
      .text = {name + name_len, text_len},
      .block_size = b->size,
  };
  if (ys_str_starts(source->text, YS_STR("\xEF\xBB\xBF"))) {
    source->text.ptr += 3;
    source->text.len -= 3;
  }
  return source;
}

ys_status ys_source_new(ys_memory memory, ys_str name, ys_str text,
                        ys_source **out) {
  block b;
  YS_TRY(block_open(&b, memory, name, text.len));
  if (text.len > 0)
    memcpy(b.ptr + sizeof(ys_source) + name.len, text.ptr, text.len);
  *out = block_close(&b, name.len, text.len);
  return YS_OK;
}

/* ---- reading ------------------------------------------------------------- */

/* Returns a static text. strerror() would depend on the locale and is not
 * reentrant. */
static const char *error_words(int error) {
  switch (error) {
  case ENOENT: return YS_NO_FILE;
  case EACCES: return "Permission denied";
  case EISDIR: return "is a directory";
  case ENOTDIR: return "Not a directory";
  case EMFILE:
  case ENFILE: return "Too many open files";
  case EBADF: return "Bad file descriptor";
  case EIO: return "Input/output error";
  case ENAMETOOLONG: return "File name too long";
  case ELOOP: return "Too many levels of symbolic links";
  default: return "the system refuses it";
  }
}

static const char too_large[] = "larger than the limit max_bytes";

/* Reads until `to` is full or the file ends. Reading continues after a
 * signal. */
static size_t read_some(FILE *file, char *to, size_t size, int *error) {
  size_t len = 0;
  *error = 0;
  while (len < size) {
    errno = 0;
    len += fread(to + len, 1, size - len, file);
    if (len == size || feof(file)) break;
    if (errno != EINTR) {
      *error = errno != 0 ? errno : EIO;
      break;
    }
    clearerr(file);
  }
  return len;
}

/* Reads the rest of the file; the first `head` bytes of the block are in use.
 * `cut`: only the beginning of a longer file. */
static ys_status read_all(FILE *file, block *b, size_t head, size_t max_bytes,
                          bool cut, size_t *text_len, const char **problem) {
  size_t len = head;
  for (;;) {
    int error;
    len += read_some(file, b->ptr + len, b->size - len, &error);
    if (error == 0 && cut && len - head > max_bytes) {
      len = head + max_bytes;
      break;
    }
    if (error != 0 || len - head > max_bytes) {
      *problem = error != 0 ? error_words(error) : too_large;
      return error == ENOMEM ? YS_NOMEM : YS_INVALID;
    }
    if (len < b->size) break;
    size_t size = b->size + (b->size - head);
    /* one byte more than allowed shows that the file is too large */
    if (size - head > max_bytes) size = head + max_bytes + 1;
    if (!block_resize(b, size)) return YS_NOMEM;
  }
  *text_len = len - head;
  return block_resize(b, len) ? YS_OK : YS_NOMEM;
}

static ys_status read_file(FILE *file, ys_memory memory, ys_str name,
                           size_t max_bytes, bool cut, ys_source **out,
                           const char **problem) {
  block b;
  size_t len = 0;
  YS_TRY(block_open(&b, memory, name, 16384));
  ys_status status = read_all(file, &b, sizeof(ys_source) + name.len, max_bytes,
                              cut, &len, problem);
  if (status == YS_OK)
    *out = block_close(&b, name.len, len);
  else
    ys_memory_free(memory, b.ptr, b.size);
  return status;
}

/* Why such a file may not be read, or NULL. A regular file has a known size, so
 * that no memory is filled with one that is too large. */
static const char *refusal(const struct stat *about, ys_readable kind,
                           size_t max_bytes) {
  const mode_t mode = about->st_mode;
  if (S_ISREG(mode))
    return kind != YS_READ_HEAD && (uintmax_t)about->st_size > max_bytes
               ? too_large
               : NULL;
  if (S_ISDIR(mode)) return error_words(EISDIR);
  if (S_ISSOCK(mode)) return "is not a regular file (it is a socket)";
  if (S_ISBLK(mode)) return "is not a regular file (it is a device)";
  if (kind == YS_READ_STREAM) return NULL;
  return S_ISFIFO(mode) ? "is not a regular file (it is a FIFO)"
                        : "is not a regular file (it is a device)";
}

/* Whether a file is one that the kernel makes when it is read, such as
 * /proc/self/environ: no place for texts that others name, and it may never
 * end. */
static bool is_made_by_kernel(int descriptor) {
#ifdef __linux__
  struct statfs about;
  return fstatfs(descriptor, &about) == 0 &&
         (about.f_type == PROC_SUPER_MAGIC || about.f_type == SYSFS_MAGIC);
#else
  (void)descriptor;
  return false;
#endif
}

/* Checks the file before it is opened, because opening a FIFO can block or wake
 * its writer, and once more afterwards. Returns -1 on failure; errno or
 * `problem` says why. */
static int open_readable(const char *path, ys_readable kind, size_t max_bytes,
                         const char **problem) {
  const int waits = kind == YS_READ_STREAM ? 0 : O_NONBLOCK;
  struct stat about;
  int descriptor;
  if (stat(path, &about) != 0) return -1;
  *problem = refusal(&about, kind, max_bytes);
  if (*problem != NULL) return -1;
  do {
    descriptor = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC | waits);
  } while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) return -1;
  if (fstat(descriptor, &about) == 0)
    *problem = refusal(&about, kind, max_bytes);
  else
    *problem = error_words(errno);
  if (*problem == NULL && kind != YS_READ_STREAM &&
      is_made_by_kernel(descriptor))
    *problem = "is not a regular file (the kernel makes it)";
  if (*problem == NULL) return descriptor;
  close(descriptor);
  return -1;
}

/* Returns NULL on failure; errno or `problem` says why. */
static FILE *open_file(const char *path, ys_readable kind, size_t max_bytes,
                       const char **problem) {
  const int descriptor = open_readable(path, kind, max_bytes, problem);
  FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "rb");
  const int error = errno;
  if (file == NULL && descriptor >= 0) close(descriptor);
  errno = error;
  return file;
}

ys_status ys_source_read(ys_memory memory, ys_str name, const char *path,
                         ys_readable kind, size_t max_bytes, ys_source **out,
                         const char **problem) {
  const char *refused = NULL;
  if (max_bytes >= UINT32_MAX) max_bytes = UINT32_MAX - 1;
  if (strcmp(path, "-") == 0)
    return read_file(stdin, memory, name, max_bytes, false, out, problem);
  errno = 0;
  FILE *file = open_file(path, kind, max_bytes, &refused);
  if (file == NULL) {
    if (refused == NULL && errno == ENOMEM) return YS_NOMEM;
    *problem = refused != NULL ? refused : error_words(errno);
    return YS_INVALID;
  }
  ys_status status = read_file(file, memory, name, max_bytes,
                               kind == YS_READ_HEAD, out, problem);
  fclose(file);
  return status;
}

void ys_source_retain(ys_source *source) {
  source->references++;
}

void ys_source_release(ys_source *source) {
  if (source == NULL || --source->references > 0) return;
  ys_memory memory = source->memory;
  ys_memory_free(memory, source->starts,
                 sizeof *source->starts * source->line_count);
  ys_memory_free(memory, source, source->block_size);
}

/* ---- lines --------------------------------------------------------------- */

/* The start of the next line. Without one `found` is false and the result is
 * the text's length. */
static size_t next_line(ys_str text, size_t at, bool *found) {
  while (at < text.len && text.ptr[at] != '\n' && text.ptr[at] != '\r')
    at++;
  *found = at < text.len;
  if (!*found) return at;
  bool crlf =
      text.ptr[at] == '\r' && at + 1 < text.len && text.ptr[at + 1] == '\n';
  return at + 1 + crlf;
}

static void map_lines(ys_source *source) {
  uint32_t count = 0;
  size_t at = 0;
  bool more = true;
  for (; more; count++)
    at = next_line(source->text, at, &more);
  source->starts =
      ys_memory_new(source->memory, sizeof *source->starts * (size_t)count);
  if (source->starts == NULL) return;
  source->line_count = count;
  at = 0;
  for (uint32_t i = 0; i < count; i++) {
    source->starts[i] = (uint32_t)at;
    at = next_line(source->text, at, &more);
  }
}

/* A line of a source that has a map of lines. */
static ys_str mapped_line(const ys_source *source, uint32_t line) {
  const char *text = source->text.ptr;
  size_t start = source->starts[line - 1];
  size_t end =
      line < source->line_count ? source->starts[line] : source->text.len;
  if (line < source->line_count) {
    end--;
    if (text[end] == '\n' && end > start && text[end - 1] == '\r') end--;
  }
  return (ys_str){text + start, end - start};
}

/* Finds a line by counting from the start, when there is no memory for a
 * map. */
static ys_str counted_line(ys_str text, uint32_t line) {
  size_t start = 0, end;
  bool more = true;
  for (uint32_t i = 1; i < line && more; i++)
    start = next_line(text, start, &more);
  if (!more) return YS_STR("");
  end = start;
  while (end < text.len && text.ptr[end] != '\n' && text.ptr[end] != '\r')
    end++;
  return (ys_str){text.ptr + start, end - start};
}

ys_str ys_source_line(ys_source *source, uint32_t line) {
  if (line == 0) return YS_STR("");
  if (source->starts == NULL) map_lines(source);
  if (source->starts == NULL) return counted_line(source->text, line);
  return line > source->line_count ? YS_STR("") : mapped_line(source, line);
}

/* ---- lists of sources ---------------------------------------------------- */

void ys_sources_init(ys_sources *sources, ys_memory memory) {
  *sources = (ys_sources){.memory = memory};
}

void ys_sources_release(ys_sources *sources) {
  for (uint32_t i = 0; i < sources->count; i++)
    ys_source_release(sources->list[i]);
  ys_memory_free(sources->memory, sources->list,
                 sizeof *sources->list * sources->capacity);
  ys_sources_init(sources, sources->memory);
}

static bool grow(ys_sources *sources) {
  const size_t item = sizeof *sources->list;
  uint32_t capacity = sources->capacity == 0 ? 4 : sources->capacity * 2;
  ys_source **list =
      sources->memory.realloc(sources->memory.ud, sources->list,
                              item * sources->capacity, item * capacity);
  if (list == NULL) return false;
  sources->list = list;
  sources->capacity = capacity;
  return true;
}

ys_status ys_sources_add(ys_sources *sources, ys_source *source,
                         uint16_t *index) {
  if (sources->count >= UINT16_MAX ||
      (sources->count == sources->capacity && !grow(sources))) {
    ys_source_release(source);
    return YS_NOMEM;
  }
  *index = (uint16_t)sources->count;
  sources->list[sources->count++] = source;
  sources->bytes += source->text.len;
  return YS_OK;
}

ys_str ys_sources_name(const ys_sources *sources, ys_place place) {
  if (place.line == 0 || place.source >= sources->count) return YS_STR("");
  return sources->list[place.source]->name;
}

ys_str ys_sources_line(const ys_sources *sources, ys_place place) {
  if (place.line == 0 || place.source >= sources->count) return YS_STR("");
  return ys_source_line(sources->list[place.source], place.line);
}

ys_str ys_sources_name_of(const ys_sources *sources, ys_place place) {
  if (place.source >= sources->count) return (ys_str){0};
  return sources->list[place.source]->name;
}
