#include "core/text/mask.h"

#include <stdlib.h>

/* ---- order --------------------------------------------------------------- */

static int compare_spans(const void *a, const void *b) {
  const ys_span *x = a, *y = b;
  if (x->source != y->source) return x->source < y->source ? -1 : 1;
  if (x->start != y->start) return x->start < y->start ? -1 : 1;
  return x->end == y->end ? 0 : x->end < y->end ? -1 : 1;
}

void ys_masks_order_spans(ys_masks *masks) {
  ys_span *spans = masks->spans;
  size_t kept = 0;
  if (masks->span_count == 0) return;
  qsort(spans, masks->span_count, sizeof *spans, compare_spans);
  for (size_t i = 1; i < masks->span_count; i++) {
    ys_span *last = &spans[kept];
    if (spans[i].source != last->source || spans[i].start > last->end)
      spans[++kept] = spans[i];
    else if (spans[i].end > last->end)
      last->end = spans[i].end;
  }
  masks->span_count = kept + 1;
}

/* Of equal texts, the one that is hidden everywhere comes first. */
static int compare_texts(const void *a, const void *b) {
  const ys_masked_text *x = a, *y = b;
  const int order = ys_str_cmp(x->text, y->text);
  return order != 0 ? order
                    : (int)(x->as_word - x->to_end) - (y->as_word - y->to_end);
}

/* Gives 1 + the index of the longest text up to `index` that `text` begins
 * with, or 0. In sorted texts, it is on the chain of beginnings of each text
 * between. */
static size_t find_beginning(const ys_masks *masks, size_t index, ys_str text) {
  while (index > 0 && !ys_str_starts(text, masks->texts[index - 1].text))
    index = masks->texts[index - 1].beginning;
  return index;
}

void ys_masks_order_texts(ys_masks *masks) {
  ys_masked_text *texts = masks->texts;
  size_t kept = 0;
  if (masks->text_count == 0) return;
  qsort(texts, masks->text_count, sizeof *texts, compare_texts);
  for (size_t i = 0; i < masks->text_count; i++) {
    if (kept > 0 && ys_str_eq(texts[kept - 1].text, texts[i].text)) continue;
    texts[kept] = texts[i];
    texts[kept].beginning = find_beginning(masks, kept, texts[i].text);
    masks->begins[(unsigned char)texts[kept].text.ptr[0]] = true;
    kept++;
  }
  masks->text_count = kept;
}

/* ---- lines --------------------------------------------------------------- */

/* No more of a line than this is looked at: an excerpt shows less, and many
 * faults in one long line must stay cheap. */
enum { MOST_BYTES = 20000 };

/* The first span that ends behind a byte of a source. */
static size_t first_span(const ys_masks *masks, uint16_t source, size_t byte) {
  size_t low = 0, high = masks->span_count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const ys_span *span = &masks->spans[middle];
    if (span->source < source || (span->source == source && span->end <= byte))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static size_t indentation(ys_str line) {
  size_t n = 0;
  while (n < line.len && (line.ptr[n] == ' ' || line.ptr[n] == '\t'))
    n++;
  return n;
}

/* A line that is being masked. */
typedef struct masking {
  ys_str line;
  size_t done;     /* the bytes of the line that are dealt with */
  uint32_t passed; /* the characters of those bytes */
  uint32_t column; /* of the place, in the line */
  uint32_t shown;  /* the same, in `out` */
  ys_buf *out;
} masking;

static uint32_t width(ys_str line, size_t from, size_t to) {
  return (uint32_t)ys_utf8_count((ys_str){line.ptr + from, to - from});
}

/* Appends the line up to `start`, and a mask for what follows up to `end`. */
static void hide(masking *m, size_t start, size_t end) {
  const uint32_t before = 1 + m->passed + width(m->line, m->done, start);
  const uint32_t hidden = width(m->line, start, end);
  ys_buf_add(m->out, (ys_str){m->line.ptr + m->done, start - m->done});
  ys_buf_add(m->out, YS_MASKED);
  if (m->column >= before + hidden)
    m->shown = m->shown + (uint32_t)YS_MASKED.len - hidden;
  else if (m->column > before)
    m->shown -= m->column - before;
  m->done = end;
  m->passed = before - 1 + hidden;
}

void ys_masks_line(const ys_masks *masks, const ys_sources *sources,
                   ys_place *place, ys_buf *out) {
  masking m = {.line = ys_sources_line(sources, *place),
               .column = place->column,
               .shown = place->column,
               .out = out};
  if (m.line.len == 0) return;
  const ys_source *source = sources->list[place->source];
  const size_t base = (size_t)(m.line.ptr - source->text.ptr);
  if (m.line.len > MOST_BYTES) m.line.len = MOST_BYTES;
  for (size_t i = first_span(masks, place->source, base);
       i < masks->span_count && masks->spans[i].source == place->source; i++) {
    const ys_span *span = &masks->spans[i];
    const size_t start =
        span->start < base ? indentation(m.line) : span->start - base;
    const size_t end =
        span->end - base < m.line.len ? span->end - base : m.line.len;
    if (start >= m.line.len) break;
    if (start < end) hide(&m, start, end);
  }
  ys_buf_add(out, (ys_str){m.line.ptr + m.done, m.line.len - m.done});
  place->column = m.shown;
}

/* ---- texts --------------------------------------------------------------- */

static bool is_word_part(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
}

static bool stands_alone(ys_str text, size_t at, size_t len) {
  return (at == 0 || !is_word_part(text.ptr[at - 1])) &&
         (at + len == text.len || !is_word_part(text.ptr[at + len]));
}

/* The number of bytes at `at` that must not be shown. Without `words`, texts
 * that are only hidden as words are shown. */
static size_t sensitive_at(const ys_masks *masks, ys_str text, size_t at,
                           bool words) {
  const ys_str rest = {text.ptr + at, text.len - at};
  size_t low = 0, high = masks->text_count;
  if (!masks->begins[(unsigned char)text.ptr[at]]) return 0;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (ys_str_cmp(masks->texts[middle].text, rest) <= 0)
      low = middle + 1;
    else
      high = middle;
  }
  for (size_t i = find_beginning(masks, low, rest); i > 0;
       i = find_beginning(masks, masks->texts[i - 1].beginning, rest)) {
    const ys_masked_text *found = &masks->texts[i - 1];
    if (found->as_word && !(words && stands_alone(text, at, found->text.len)))
      continue;
    const char *feed = found->to_end ? memchr(rest.ptr, '\n', rest.len) : NULL;
    return !found->to_end ? found->text.len
           : feed == NULL ? rest.len
                          : (size_t)(feed - rest.ptr);
  }
  return 0;
}

/* A text that is being copied without what is sensitive in it. */
typedef struct copying {
  const ys_masks *masks;
  ys_str text;
  ys_buf copy;
  size_t done;     /* the text before it is in the copy */
  bool with_words; /* short texts and numbers are hidden where they are words */
} copying;

/* Hides what is sensitive between two places, and does not reach beyond. */
static void mask_part(copying *c, size_t at, size_t end) {
  const ys_str part = {c->text.ptr, end};
  while (at < end) {
    const size_t len = sensitive_at(c->masks, part, at, c->with_words);
    if (len > 0) {
      ys_buf_add(&c->copy, (ys_str){part.ptr + c->done, at - c->done});
      ys_buf_add(&c->copy, YS_MASKED);
      c->done = at + len;
    }
    at += len > 0 ? len : 1;
  }
}

/* Whether something sensitive begins between two places and reaches beyond. */
static bool reaches_beyond(const copying *c, size_t at, size_t end) {
  for (; at < end; at++)
    if (sensitive_at(c->masks, c->text, at, c->with_words) > end - at)
      return true;
  return false;
}

static size_t find_quote(ys_str path, size_t at) {
  while (at < path.len && path.ptr[at] != '"')
    at += path.ptr[at] == '\\' && at + 1 < path.len ? 2 : 1;
  return at;
}

/* Hides a key between two places. All that follows it is hidden with it when
 * the text to hide goes on there. Returns whether the path goes on. */
static bool mask_key(copying *c, size_t begin, size_t end, bool quoted) {
  if (!reaches_beyond(c, begin, end)) {
    mask_part(c, begin, end);
    return true;
  }
  ys_buf_add(&c->copy, (ys_str){c->text.ptr + c->done, begin - c->done});
  ys_buf_add(&c->copy, YS_MASKED);
  if (quoted) ys_buf_cstr(&c->copy, "\"]");
  c->done = c->text.len;
  return false;
}

/* Hides keys, and leaves indexes and what is between keys as it is, so that the
 * result can be read as a path (ys_path_escape). */
static void mask_path(copying *c) {
  const ys_str path = c->text;
  bool goes_on = true;
  for (size_t at = 0; goes_on && at < path.len;) {
    const bool bracket = path.ptr[at] == '[';
    const bool quoted = bracket && at + 1 < path.len && path.ptr[at + 1] == '"';
    const size_t begin = at + (quoted                           ? 2
                               : bracket || path.ptr[at] == '.' ? 1
                                                                : 0);
    size_t end = begin;
    if (quoted) {
      end = find_quote(path, begin);
    } else {
      while (end < path.len && path.ptr[end] != '[' && path.ptr[end] != '.')
        end++;
    }
    if (quoted || !bracket) goes_on = mask_key(c, begin, end, quoted);
    at = quoted ? end + 2 : end;
  }
}

/* What a text of a record is. */
typedef enum purpose {
  SENTENCE, /* short texts and numbers are shown */
  FOUND,    /* they are hidden where they are words */
  PATH      /* they are hidden where they are keys, but not as indexes */
} purpose;

static ys_status mask_text(const ys_masks *masks, ys_arena *arena, purpose use,
                           ys_str *text) {
  copying c = {.masks = masks, .text = *text, .with_words = use != SENTENCE};
  ys_buf_init(&c.copy, arena->memory);
  if (use == PATH)
    mask_path(&c);
  else
    mask_part(&c, 0, text->len);
  if (c.done == 0) return YS_OK;
  ys_buf_add(&c.copy, (ys_str){text->ptr + c.done, text->len - c.done});
  return ys_buf_keep(&c.copy, arena, text);
}

/* Whether an argument of a record tells what was found, and not what the schema
 * says. Short texts and numbers are hidden only there: a schema has many that
 * happen to be equal to a sensitive one. */
static bool tells_found(const ys_diag *diag, int argument) {
  switch (ys_code_group(diag->code)) {
  case YS_GROUP_VALIDATION: return argument == 1;
  case YS_GROUP_SCHEMA:
  case YS_GROUP_DATA: return argument == 0;
  default: return false;
  }
}

ys_status ys_masks_record(const ys_masks *masks, ys_arena *arena,
                          const ys_diag *diag, ys_diag *out) {
  *out = *diag;
  if (masks->text_count == 0) return YS_OK;
  for (int i = 0; i < YS_DIAG_ARGS; i++)
    YS_TRY(mask_text(masks, arena, tells_found(diag, i) ? FOUND : SENTENCE,
                     &out->args[i]));
  YS_TRY(mask_text(masks, arena, PATH, &out->path));
  YS_TRY(mask_text(masks, arena, FOUND, &out->value));
  if (out->value.ptr != diag->value.ptr && out->value_kind < YS_VALUE_STRING)
    out->value_kind = YS_VALUE_HIDDEN;
  return mask_text(masks, arena, FOUND, &out->calls);
}
