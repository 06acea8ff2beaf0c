/* core/base/nearest.c - The search for the nearest name ("did you mean"). */

#include "core/base/str.h"

enum { NEAR_MAX = 64 };

/* Copies `s` to `out` without underscores and hyphens and in lower case;
 * returns the length. */
static size_t fold(ys_str s, char *out) {
  size_t len = 0;
  for (size_t i = 0; i < s.len; i++) {
    const char c = ys_lower(s.ptr[i]);
    if (c != '_' && c != '-') out[len++] = c;
  }
  return len;
}

/* Whether the characters before `i` and `j` are the same two, swapped. */
static bool is_swapped(const char *a, size_t i, const char *b, size_t j) {
  return i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
}

static size_t least(size_t a, size_t b) {
  return a < b ? a : b;
}

/* How many characters have to be inserted, removed, replaced, or swapped with
 * their neighbour. It is computed row by row. */
static size_t edit_distance(const char *a, size_t a_len, const char *b,
                            size_t b_len) {
  size_t rows[3][NEAR_MAX + 1];
  for (size_t j = 0; j <= b_len; j++)
    rows[0][j] = j;
  for (size_t i = 1; i <= a_len; i++) {
    const size_t *above = rows[(i - 1) % 3], *before = rows[(i + 1) % 3];
    size_t *row = rows[i % 3];
    row[0] = i;
    for (size_t j = 1; j <= b_len; j++) {
      row[j] = above[j - 1] + (a[i - 1] != b[j - 1]);
      row[j] = least(row[j], least(above[j], row[j - 1]) + 1);
      if (is_swapped(a, i, b, j)) row[j] = least(row[j], before[j - 2] + 1);
    }
  }
  return rows[a_len % 3][b_len];
}

void ys_nearest_init(ys_nearest *nearest, ys_str given) {
  char folded[NEAR_MAX];
  *nearest = (ys_nearest){.given = given, .best = {"", 0}};
  if (given.len > NEAR_MAX) return;
  size_t len = fold(given, folded);
  nearest->distance = len == 2 ? 2 : (len + 1) / 2;
}

void ys_nearest_init_any(ys_nearest *nearest, ys_str given) {
  *nearest = (ys_nearest){.given = given, .best = {"", 0}};
  if (given.len <= NEAR_MAX) nearest->distance = NEAR_MAX + 1;
}

static bool is_letter(char c) {
  return ys_is_letter(c) || (unsigned char)c >= 0x80;
}

/* The next character from `at` on that counts where case, underscores, hyphens
 * and blanks do not; 0 at the end. */
static char next_counted(ys_str s, size_t *at) {
  while (*at < s.len && (s.ptr[*at] == '_' || s.ptr[*at] == '-' ||
                         s.ptr[*at] == ' ' || s.ptr[*at] == '\t'))
    ++*at;
  if (*at == s.len) return '\0';
  return ys_lower(s.ptr[(*at)++]);
}

static bool is_same_word(ys_str a, ys_str b) {
  size_t i = 0, j = 0;
  char c;
  do {
    c = next_counted(a, &i);
    if (c != next_counted(b, &j)) return false;
  } while (c != '\0');
  return i == a.len && j == b.len;
}

/* Whether two neighbouring letters of `given` are swapped, or one is written
 * twice. */
static bool is_mistyped(ys_str given, ys_str meant) {
  const bool doubled = given.len == meant.len + 1;
  size_t at = 0;
  if (!doubled && given.len != meant.len) return false;
  while (at < meant.len && given.ptr[at] == meant.ptr[at])
    at++;
  if (doubled)
    return at > 0 && is_letter(given.ptr[at]) &&
           given.ptr[at] == given.ptr[at - 1] &&
           memcmp(given.ptr + at + 1, meant.ptr + at, meant.len - at) == 0;
  return at + 1 < meant.len && is_letter(given.ptr[at]) &&
         is_letter(given.ptr[at + 1]) && given.ptr[at] == meant.ptr[at + 1] &&
         given.ptr[at + 1] == meant.ptr[at] &&
         memcmp(given.ptr + at + 2, meant.ptr + at + 2, meant.len - at - 2) ==
             0;
}

static void offer_misspelt(ys_nearest *nearest, ys_str candidate) {
  if (!is_same_word(nearest->given, candidate) &&
      !is_mistyped(nearest->given, candidate))
    return;
  nearest->misspelt_several |=
      nearest->misspelt.len > 0 && !ys_str_eq(nearest->misspelt, candidate);
  nearest->misspelt = candidate;
}

/* Until a candidate is near, `distance` is the smallest distance that is too
 * far. After that it is the distance of the best candidate. */
void ys_nearest_offer(ys_nearest *nearest, ys_str candidate) {
  char a[NEAR_MAX], b[NEAR_MAX];
  bool found = nearest->best.len > 0;
  size_t limit = nearest->distance + found; /* equal distances pass */
  if (candidate.len == 0 || candidate.len > NEAR_MAX) return;
  if (nearest->given.len <= NEAR_MAX) offer_misspelt(nearest, candidate);
  if (limit == 0) return;
  size_t a_len = fold(nearest->given, a), b_len = fold(candidate, b);
  size_t gap = a_len > b_len ? a_len - b_len : b_len - a_len;
  if (gap >= limit) return;
  size_t distance = edit_distance(a, a_len, b, b_len);
  if (distance >= limit) return;
  if (!found || distance < nearest->distance)
    nearest->several = false;
  else if (!ys_str_eq(candidate, nearest->best))
    nearest->several = true;
  if (found && distance == nearest->distance &&
      ys_str_cmp(candidate, nearest->best) >= 0)
    return;
  nearest->best = candidate;
  nearest->distance = distance;
}

/* The first digit from `at` on, or the length. */
static size_t next_digit(ys_str s, size_t at) {
  while (at < s.len && !ys_is_digit(s.ptr[at]))
    at++;
  return at;
}

static bool same_digits(ys_str a, ys_str b) {
  size_t i = next_digit(a, 0), j = next_digit(b, 0);
  while (i < a.len && j < b.len && a.ptr[i] == b.ptr[j]) {
    i = next_digit(a, i + 1);
    j = next_digit(b, j + 1);
  }
  return i == a.len && j == b.len;
}

bool ys_nearest_is_sure(const ys_nearest *nearest) {
  enum { SHORTEST = 3 };
  char folded[NEAR_MAX];
  if (nearest->best.len == 0 || nearest->several || nearest->distance > 1)
    return false;
  return fold(nearest->given, folded) >= SHORTEST &&
         fold(nearest->best, folded) >= SHORTEST &&
         same_digits(nearest->given, nearest->best);
}

bool ys_nearest_is_misspelt(const ys_nearest *nearest) {
  enum { LEAST_LETTERS = 4 };
  uint32_t letters = 0;
  for (size_t i = 0; i < nearest->given.len; i++)
    letters += is_letter(nearest->given.ptr[i]) &&
               ((unsigned char)nearest->given.ptr[i] & 0xC0) != 0x80;
  return letters >= LEAST_LETTERS && nearest->misspelt.len > 0 &&
         !nearest->misspelt_several && !nearest->several &&
         ys_str_eq(nearest->misspelt, nearest->best);
}

ys_status ys_nearest_hint(ys_arena *arena, ys_str best, ys_str *out) {
  return best.len == 0
             ? YS_OK
             : ys_str_fill(arena, "did you mean \"%s\"?", YS_WORDS(best), out);
}
