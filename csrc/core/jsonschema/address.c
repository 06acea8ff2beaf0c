/* core/jsonschema/address.c - Resolves an address against another one (RFC
 * 3986, section 5.2; core/jsonschema/node.h). */

#include "core/jsonschema/node.h"

/* The parts of an address without a fragment, each with its delimiter. */
typedef struct address {
  ys_str scheme;    /* "https:" */
  ys_str authority; /* "//host" */
  ys_str path;
  ys_str query; /* "?a=b" */
} address;

/* The length of the scheme with its colon; 0: the address is relative. */
static size_t scheme_of(ys_str uri) {
  size_t i = 0;
  if (uri.len == 0 || !ys_is_letter(uri.ptr[0])) return 0;
  while (i < uri.len &&
         (ys_is_letter(uri.ptr[i]) || ys_is_digit(uri.ptr[i]) ||
          uri.ptr[i] == '+' || uri.ptr[i] == '.' || uri.ptr[i] == '-'))
    i++;
  return i < uri.len && uri.ptr[i] == ':' ? i + 1 : 0;
}

/* Takes the first bytes of a text. */
static ys_str take(ys_str *text, size_t size) {
  const ys_str head = {text->ptr, size};
  text->ptr += size;
  text->len -= size;
  return head;
}

/* The bytes before the first of two delimiters. */
static size_t until(ys_str text, size_t from, char a, char b) {
  while (from < text.len && text.ptr[from] != a && text.ptr[from] != b)
    from++;
  return from;
}

static address split(ys_str uri) {
  address a = {.scheme = take(&uri, scheme_of(uri))};
  if (ys_str_starts(uri, YS_STR("//")))
    a.authority = take(&uri, until(uri, 2, '/', '?'));
  a.path = take(&uri, until(uri, 0, '?', '?'));
  a.query = uri;
  return a;
}

/* The part of a path up to its last slash. */
static ys_str folder_of(ys_str path) {
  while (path.len > 0 && path.ptr[path.len - 1] != '/')
    path.len--;
  return path;
}

/* Removes the last segment from what was written, but not the start. */
static size_t without_last(const char *out, size_t size) {
  if (size > 0 && out[size - 1] == '/') size--;
  while (size > 0 && out[size - 1] != '/')
    size--;
  return size;
}

/* Removes the segments `.` and `..` of a path in place. What leads above the
 * start of a relative path stays. */
static size_t remove_dots(char *path, size_t len) {
  const bool rooted = len > 0 && path[0] == '/';
  size_t size = rooted, kept = rooted; /* kept: what `..` does not remove */
  for (size_t i = rooted; i < len;) {
    size_t end = i;
    while (end < len && path[end] != '/')
      end++;
    const size_t next = end < len ? end + 1 : end;
    const size_t dots = end - i;
    if (dots == 2 && path[i] == '.' && path[i + 1] == '.' &&
        (size > kept || rooted)) {
      size = size > kept ? without_last(path, size) : size;
    } else if (dots != 1 || path[i] != '.') {
      memmove(path + size, path + i, next - i);
      size += next - i;
      if (dots == 2 && path[i] == '.' && path[i + 1] == '.') kept = size;
    }
    i = next;
  }
  return size;
}

/* Writes an address whose path consists of a folder and a rest. */
static ys_status join(ys_arena *arena, const address *a, ys_str folder,
                      ys_str rest, ys_str *out) {
  const bool slash = a->authority.len > 0 && folder.len == 0 && rest.len > 0 &&
                     rest.ptr[0] != '/';
  const ys_str head[] = {a->scheme, a->authority,
                         slash ? YS_STR("/") : YS_STR(""), folder, rest};
  const size_t before = a->scheme.len + a->authority.len;
  size_t len = before + slash + folder.len + rest.len, at = 0;
  char *text = ys_arena_text(arena, len + a->query.len);
  if (text == NULL) return YS_NOMEM;
  for (size_t i = 0; i < sizeof head / sizeof *head; i++) {
    if (head[i].len > 0) memcpy(text + at, head[i].ptr, head[i].len);
    at += head[i].len;
  }
  len = before + remove_dots(text + before, len - before);
  if (a->query.len > 0) memcpy(text + len, a->query.ptr, a->query.len);
  *out = (ys_str){text, len + a->query.len};
  return YS_OK;
}

ys_status ys_accept_resolve(ys_acceptor *a, ys_str base, ys_str uri,
                            ys_str *out) {
  address from = split(base), to = split(uri);
  ys_str folder = {"", 0}, rest = to.path;
  if (to.scheme.len > 0) {
    *out = uri;
    return YS_OK;
  }
  to.scheme = from.scheme;
  if (to.authority.len == 0) {
    to.authority = from.authority;
    if (to.path.len == 0) {
      rest = from.path;
      if (to.query.len == 0) to.query = from.query;
    } else if (to.path.ptr[0] != '/') {
      folder = folder_of(from.path);
    }
  }
  return join(&a->space->arena, &to, folder, rest, out);
}
