#include "core/type/regexp.h"

#include "core/type/state.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

/* As in Go, `$` matches only at the very end. `\C` would split characters.
 * PCRE2 calls back before each item; this counts the steps. */
#define OPTIONS                                                                \
  (PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_NEVER_BACKSLASH_C |                \
   PCRE2_AUTO_CALLOUT)

struct ys_regexp {
  const pcre2_code *code;
  ys_str pattern;
  uint32_t repeated;   /* the largest number in braces */
  uint32_t lookbehind; /* the most characters that a lookbehind looks back */
  uint32_t groups;     /* the number of groups that capture */
  bool back_reference; /* the pattern has a back reference */
};

/* The memory of a space for patterns and searches; made when first needed. */
typedef struct ys_regexps {
  ys_memory memory;
  pcre2_general_context *general;
  pcre2_compile_context *compiling;
  pcre2_match_context *matching;
  pcre2_match_data *room;
  uint64_t pool; /* extra steps left for all searches together */
} ys_regexps;

/* ---- memory -------------------------------------------------------------- */

/* PCRE2 does not pass the size of a block that it frees, so the size is kept in
 * front. Blocks are aligned to 8 bytes, which is enough for PCRE2. */
typedef struct head {
  uint64_t size; /* of the head and the block together */
} head;

static void *take_block(size_t size, void *memory) {
  head *h;
  if (size > SIZE_MAX - sizeof *h) return NULL;
  h = ys_memory_new(*(const ys_memory *)memory, size + sizeof *h);
  if (h == NULL) return NULL;
  h->size = size + sizeof *h;
  return h + 1;
}

static void give_block(void *ptr, void *memory) {
  head *h = ptr;
  if (h == NULL) return;
  h--;
  ys_memory_free(*(const ys_memory *)memory, h, (size_t)h->size);
}

static void release_regexps(void *what) {
  ys_regexps *all = what;
  pcre2_match_data_free(all->room);
  pcre2_match_context_free(all->matching);
  pcre2_compile_context_free(all->compiling);
  pcre2_general_context_free(all->general);
}

static void release_code(void *what) {
  pcre2_code_free(what);
}

/* Gives the record of the space, with its general context. It lives in the
 * arena, because compiled patterns refer to its `memory`. */
static ys_status regexps_of(ys_space *space, ys_regexps **out) {
  ys_type_state *state;
  YS_TRY(ys_type_state_of(space, &state));
  ys_regexps *all = state->regexps;
  if (all == NULL) {
    YS_NEW(all, &space->arena);
    all->memory = space->arena.memory;
    all->pool = YS_REGEXP_POOL;
    YS_TRY(ys_space_own(space, release_regexps, all));
    state->regexps = all;
  }
  if (all->general == NULL)
    all->general =
        pcre2_general_context_create(take_block, give_block, &all->memory);
  *out = all;
  return all->general == NULL ? YS_NOMEM : YS_OK;
}

/* ---- patterns ------------------------------------------------------------ */

/* Sets the newline, because builds of PCRE2 may have different defaults. */
static ys_status compile_context(ys_regexps *all) {
  pcre2_compile_context *context = all->compiling;
  if (context != NULL) return YS_OK;
  context = pcre2_compile_context_create(all->general);
  if (context == NULL) return YS_NOMEM;
  pcre2_set_newline(context, PCRE2_NEWLINE_LF);
  pcre2_set_max_pattern_length(context, YS_REGEXP_PATTERN_BYTES);
  all->compiling = context;
  return YS_OK;
}

/* Whether braces may follow this letter in an escape: `\x{1F600}`, `\p{L}`. */
static bool takes_braces(char letter) {
  return letter != '\0' && strchr("xopPNgk", letter) != NULL;
}

/* Looks for what makes single steps costly. Returns false if there is a `\X`,
 * whose search is quadratic within one step; `*offset` is its place. */
static bool survey(ys_regexp *regexp, size_t *offset) {
  const ys_str p = regexp->pattern;
  bool braces = false;
  uint32_t number = 0;
  for (size_t i = 0; i < p.len; i++) {
    const char c = p.ptr[i];
    const bool digit = ys_is_digit(c);
    braces = c == '{' || (braces && (digit || c == ','));
    if (!braces || !digit)
      number = 0;
    else if (number < 100000)
      number = number * 10 + (uint32_t)(c - '0');
    if (number > regexp->repeated) regexp->repeated = number;
    if (c != '\\' || i + 1 == p.len) continue;
    *offset = i++;
    if (p.ptr[i] == 'X') return false;
    if (takes_braces(p.ptr[i]) && i + 1 < p.len && p.ptr[i + 1] == '{') i++;
  }
  return true;
}

static ys_status describe(ys_arena *arena, ys_str words, size_t offset,
                          ys_str *problem) {
  return ys_str_fill(arena, "%s (at offset %s)",
                     YS_WORDS(words, YS_UINT(offset)), problem);
}

static ys_status refused(ys_arena *arena, int error, size_t offset,
                         ys_str *problem) {
  PCRE2_UCHAR words[256] = {0};
  if (error == PCRE2_ERROR_HEAP_FAILED) return YS_NOMEM;
  if (error == PCRE2_ERROR_LOOKBEHIND_NOT_FIXED_LENGTH)
    return describe(arena,
                    YS_STR("a lookbehind must match texts of one length; for "
                           "several, write (?<=a|bc), or use a lookahead"),
                    offset, problem);
  pcre2_get_error_message(error, words, sizeof words);
  return describe(arena, ys_cstr((const char *)words), offset, problem);
}

/* PCRE2 needs a pointer that is not NULL even for empty texts. */
static PCRE2_SPTR bytes_of(ys_str s) {
  return (PCRE2_SPTR)(s.len == 0 ? "" : s.ptr);
}

ys_status ys_regexp_compile(ys_space *space, ys_str pattern,
                            const ys_regexp **out, ys_str *problem) {
  ys_regexp *regexp = ys_arena_new(&space->arena, ys_regexp);
  ys_regexps *all;
  pcre2_code *code;
  uint32_t references = 0;
  size_t offset = 0;
  int error;
  *out = NULL;
  if (regexp == NULL) return YS_NOMEM;
  YS_TRY(ys_arena_str(&space->arena, pattern, &regexp->pattern));
  if (!survey(regexp, &offset))
    return describe(&space->arena, YS_STR("\\X is not supported"), offset,
                    problem);
  YS_TRY(regexps_of(space, &all));
  YS_TRY(compile_context(all));
  code = pcre2_compile(bytes_of(regexp->pattern), pattern.len, OPTIONS, &error,
                       &offset, all->compiling);
  if (code == NULL) return refused(&space->arena, error, offset, problem);
  YS_TRY(ys_space_own(space, release_code, code));
  pcre2_pattern_info(code, PCRE2_INFO_BACKREFMAX, &references);
  pcre2_pattern_info(code, PCRE2_INFO_MAXLOOKBEHIND, &regexp->lookbehind);
  pcre2_pattern_info(code, PCRE2_INFO_CAPTURECOUNT, &regexp->groups);
  regexp->code = code;
  regexp->back_reference = references > 0;
  *out = regexp;
  return YS_OK;
}

/* ---- searches ------------------------------------------------------------ */

/* The state of one search. */
typedef struct effort {
  const ys_regexp *regexp;
  uint64_t left; /* steps */
  size_t at;     /* where in the text the last step was */
  size_t weight; /* the cost of the item there */
} effort;

static size_t lesser(size_t a, size_t b) {
  return a < b ? a : b;
}

/* The cost of one look at an item without moving on: comparing the text with
 * itself, looking far back, or many repeats that fail late. */
static size_t masked_cost(const ys_regexp *regexp,
                          const pcre2_callout_block *block) {
  const char *item = regexp->pattern.ptr + block->pattern_position;
  const size_t len = block->next_item_length, at = block->current_position;
  const size_t rest = block->subject_length - at;
  size_t cost = 0;
  if (len < 2) return 0;
  if (regexp->back_reference && (item[0] == '\\' || item[0] == '('))
    cost += rest / 16;
  if (item[0] == '(') cost += lesser(regexp->lookbehind, at) / 16;
  if (item[len - 1] == '}') cost += lesser(regexp->repeated, rest) / 16;
  return cost;
}

/* PCRE2 calls this before each item of the pattern. A long class (`[...]`)
 * costs more for each byte than a short one. */
static int count_step(pcre2_callout_block *block, void *ud) {
  effort *e = ud;
  const size_t at = block->current_position;
  const size_t moved = at > e->at ? at - e->at : e->at - at;
  const uint64_t steps =
      (uint64_t)(1 + moved / 4) * e->weight + masked_cost(e->regexp, block);
  e->at = at;
  e->weight = 1 + block->next_item_length / 64;
  if (steps <= e->left) {
    e->left -= steps;
    return 0;
  }
  e->left = 0;
  return PCRE2_ERROR_CALLOUT;
}

/* Gives what searches need, with room for the places of `pairs` groups. */
static ys_status prepare(ys_space *space, uint32_t pairs, ys_regexps **out) {
  YS_TRY(regexps_of(space, out));
  ys_regexps *const all = *out;
  if (all->matching == NULL) {
    all->matching = pcre2_match_context_create(all->general);
    if (all->matching == NULL) return YS_NOMEM;
    pcre2_set_heap_limit(all->matching, YS_REGEXP_HEAP_KIB);
  }
  if (all->room != NULL && pcre2_get_ovector_count(all->room) < pairs) {
    pcre2_match_data_free(all->room);
    all->room = NULL;
  }
  if (all->room == NULL)
    all->room = pcre2_match_data_create(pairs, all->general);
  return all->room == NULL ? YS_NOMEM : YS_OK;
}

/* The steps that each text may take before the shared extra steps are used. */
static uint64_t own_steps(ys_str text) {
  return YS_REGEXP_STEPS + (uint64_t)text.len * YS_REGEXP_BYTE_STEPS;
}

static uint64_t extra_steps(const ys_regexps *all) {
  return all->pool < YS_REGEXP_EXTRA ? all->pool : YS_REGEXP_EXTRA;
}

/* Searches from `at` on and takes the steps from `*left`. PCRE2's own limits on
 * calls and depth protect against steps that are not counted. */
static int run(ys_regexps *all, const ys_regexp *regexp, ys_str text, size_t at,
               uint32_t options, uint64_t *left) {
  effort e = {regexp, *left, at, 1};
  const uint32_t limit = e.left < UINT32_MAX ? (uint32_t)e.left : UINT32_MAX;
  pcre2_set_match_limit(all->matching, limit);
  pcre2_set_depth_limit(all->matching, limit);
  pcre2_set_callout(all->matching, count_step, &e);
  const int result = pcre2_match(regexp->code, bytes_of(text), text.len, at,
                                 options, all->room, all->matching);
  *left = e.left;
  return result;
}

/* Translates the result of PCRE2's search. */
static ys_status outcome(int result, ys_search *out, ys_str *problem) {
  if (result == PCRE2_ERROR_NOMEMORY) return YS_NOMEM;
  if (result >= 0) {
    *out = YS_SEARCH_FOUND;
  } else if (result == PCRE2_ERROR_NOMATCH ||
             (result <= PCRE2_ERROR_UTF8_ERR1 &&
              result >= PCRE2_ERROR_UTF8_ERR21)) {
    *out = YS_SEARCH_NOT_FOUND;
  } else {
    *out = YS_SEARCH_GIVEN_UP;
    *problem = result == PCRE2_ERROR_HEAPLIMIT
                   ? YS_STR("the pattern needs too much memory for this text")
                   : YS_STR("the pattern needs too many steps for this text");
  }
  return YS_OK;
}

static ys_status search(ys_space *space, const ys_regexp *regexp, ys_str text,
                        bool alone, ys_search *out, ys_str *problem) {
  ys_regexps *all;
  YS_TRY(prepare(space, 1, &all));
  const uint64_t extra = alone ? 0 : extra_steps(all);
  uint64_t left = own_steps(text) + extra;
  const int result = run(all, regexp, text, 0, 0, &left);
  if (left < extra) all->pool -= extra - left;
  return outcome(result, out, problem);
}

ys_status ys_regexp_search(ys_space *space, const ys_regexp *regexp,
                           ys_str text, ys_search *out, ys_str *problem) {
  return search(space, regexp, text, false, out, problem);
}

ys_status ys_regexp_try(ys_space *space, const ys_regexp *regexp, ys_str text,
                        ys_search *out) {
  ys_str problem;
  return search(space, regexp, text, true, out, &problem);
}

/* ---- all matches of a text ----------------------------------------------- */

/* Takes the steps of this iteration from the pool now. Steps that remain unused
 * are not given back. */
ys_status ys_matches_begin(ys_space *space, const ys_regexp *regexp,
                           ys_str text, ys_matches *out) {
  ys_regexps *all;
  uint64_t extra;
  YS_TRY(regexps_of(space, &all));
  extra = extra_steps(all);
  all->pool -= extra;
  *out = (ys_matches){.space = space,
                      .regexp = regexp,
                      .text = text,
                      .left = own_steps(text) + extra};
  return YS_OK;
}

/* Stores the place of the match and moves on. Returns whether the match counts.
 * In a pattern with `\K`, a match may end before it begins. */
static bool take_match(ys_matches *m, ys_regexps *all, uint32_t count) {
  PCRE2_SIZE *spans = pcre2_get_ovector_pointer(all->room);
  const size_t last_end = m->last_end;
  uint32_t code;
  size_t width = m->at < m->text.len ? ys_utf8_next(m->text, m->at, &code) : 1;
  if (spans[0] < last_end) spans[0] = last_end;
  if (spans[1] < spans[0]) spans[1] = spans[0];
  m->spans = spans;
  m->count = count;
  m->last_end = spans[1];
  m->at = m->at + width > spans[1] ? m->at + width : spans[1];
  return spans[1] > last_end || spans[0] == 0;
}

/* Counts the work that PCRE2 does for each group before a search begins. */
static void count_groups(ys_matches *m) {
  const uint64_t cost = m->regexp->groups / 16;
  m->left -= cost < m->left ? cost : m->left;
}

ys_status ys_matches_next(ys_matches *m, ys_search *out, ys_str *problem) {
  ys_regexps *all;
  YS_TRY(prepare(m->space, m->regexp->groups + 1, &all));
  *out = YS_SEARCH_NOT_FOUND;
  m->count = 0;
  while (m->at <= m->text.len) {
    count_groups(m);
    const int result = run(all, m->regexp, m->text, m->at,
                           m->searched ? PCRE2_NO_UTF_CHECK : 0, &m->left);
    m->searched = true;
    YS_TRY(outcome(result, out, problem));
    if (*out != YS_SEARCH_FOUND) m->at = m->text.len + 1;
    if (*out != YS_SEARCH_FOUND || take_match(m, all, (uint32_t)result))
      return YS_OK;
    *out = YS_SEARCH_NOT_FOUND;
  }
  return YS_OK;
}

bool ys_matches_span(const ys_matches *matches, uint32_t group, size_t *from,
                     size_t *to) {
  const size_t *span;
  if (group >= matches->count) return false;
  span = matches->spans + 2 * (size_t)group;
  if (span[0] == PCRE2_UNSET || span[1] < span[0]) return false;
  *from = span[0];
  *to = span[1];
  return true;
}

uint32_t ys_regexp_group(const ys_regexp *regexp, ys_str name) {
  char text[33]; /* PCRE2's names are at most 32 bytes long */
  int number;
  if (name.len == 0 || name.len >= sizeof text ||
      memchr(name.ptr, '\0', name.len) != NULL)
    return 0;
  memcpy(text, name.ptr, name.len);
  text[name.len] = '\0';
  number = pcre2_substring_number_from_name(regexp->code, (PCRE2_SPTR)text);
  return number > 0 ? (uint32_t)number : 0;
}
