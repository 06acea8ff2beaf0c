#include "lua/text/listed.h"

#include "lua/base/stack.h"
#include "lua/text/buffer.h"

/* The different names that were found in a text. */
typedef struct listed {
  ys_str text;
  uint32_t *places; /* where each name begins */
  uint32_t count;
  uint32_t *slots; /* a hash table of numbers of names, from 1 on; 0: free */
  size_t mask;     /* the size of this table, which is a power of two, less 1 */
  uint64_t seed;
} listed;

static ys_str name_at(ys_str text, size_t at) {
  const char *first = text.ptr + at;
  const char *end = memchr(first, '\0', text.len - at);
  return (ys_str){first, end == NULL ? text.len - at : (size_t)(end - first)};
}

/* A path without "./" at its beginning, unless the rest would be empty or would
 * look like an option. */
static ys_str plain(ys_str path) {
  size_t at = 1;
  if (path.len < 2 || path.ptr[0] != '.' || path.ptr[1] != '/') return path;
  while (at < path.len && path.ptr[at] == '/')
    at++;
  if (at == path.len || path.ptr[at] == '-') return path;
  return (ys_str){path.ptr + at, path.len - at};
}

/* Whether the name with this number is `name`. Each ends before a zero byte, or
 * where the text ends. */
static bool is_name(const listed *list, uint32_t number, ys_str name) {
  const size_t at = list->places[number - 1];
  if (list->text.len - at < name.len) return false;
  if (memcmp(list->text.ptr + at, name.ptr, name.len) != 0) return false;
  return at + name.len == list->text.len ||
         list->text.ptr[at + name.len] == '\0';
}

/* Adds a name, unless it is there. */
static void add(listed *list, ys_str name) {
  size_t slot = (size_t)ys_hash(list->seed, name) & list->mask;
  for (; list->slots[slot] != 0; slot = (slot + 1) & list->mask)
    if (is_name(list, list->slots[slot], name)) return;
  list->places[list->count++] = (uint32_t)(name.ptr - list->text.ptr);
  list->slots[slot] = list->count;
}

static void add_all(listed *list) {
  ys_str name;
  for (size_t at = 0; at < list->text.len; at += name.len + 1) {
    name = name_at(list->text, at);
    if (name.len > 0) add(list, plain(name));
  }
}

/* The most names that a text can have. */
static size_t most_names(ys_str text) {
  size_t count = 1;
  for (size_t i = 0; i < text.len; i++)
    count += text.ptr[i] == '\0';
  return count;
}

/* core.listed_names(text) -> how many different names there are, and a text
 * that says where each begins */
static int listed_names(lua_State *L) {
  listed list = {.text = ysl_check_str(L, 1)};
  luaL_argcheck(L, list.text.len < UINT32_MAX, 1, "too long");
  const size_t most = most_names(list.text);
  size_t size = 2;
  while (size < 2 * most)
    size *= 2;
  ys_buf *places = ysl_new_buffer(L), *slots = ysl_new_buffer(L);
  if (!ys_buf_reserve(places, most * sizeof *list.places) ||
      !ys_buf_reserve(slots, size * sizeof *list.slots))
    ysl_no_memory(L);
  list.places = (uint32_t *)(void *)places->ptr;
  list.slots = memset(slots->ptr, 0, size * sizeof *list.slots);
  list.mask = size - 1;
  list.seed = ys_hash_seed(L);
  add_all(&list);
  ys_buf_release(slots);
  places->len = list.count * sizeof *list.places;
  lua_pushinteger(L, (lua_Integer)list.count);
  ysl_push_buffer(L, places);
  return 2;
}

/* core.listed_name(text, places, number) -> the name with this number */
static int listed_name(lua_State *L) {
  const ys_str text = ysl_check_str(L, 1), places = ysl_check_str(L, 2);
  const lua_Integer number = luaL_checkinteger(L, 3);
  uint32_t at;
  luaL_argcheck(L, number >= 1 && (uint64_t)number <= places.len / sizeof at, 3,
                "no number of a name");
  memcpy(&at, places.ptr + ((size_t)number - 1) * sizeof at, sizeof at);
  luaL_argcheck(L, at <= text.len, 2, "of another text");
  const ys_str name = name_at(text, at);
  lua_pushlstring(L, name.ptr, name.len);
  return 1;
}

const luaL_Reg ysl_listed_functions[] = {
    {"listed_names", listed_names}, {"listed_name", listed_name}, {NULL, NULL}};
