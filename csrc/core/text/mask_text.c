/* core/text/mask_text.c - Searches for sensitive values in texts that have no
 * place (core/text/mask_parts.h). */

#include "core/text/mask_parts.h"

#include <stdlib.h>

/* ---- order --------------------------------------------------------------- */

/* Of equal texts, the one that is masked everywhere comes first. */
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

/* ---- texts --------------------------------------------------------------- */

static bool is_word_part(char c) {
  return ys_is_digit(c) || ys_is_letter(c) || c == '_' ||
         (unsigned char)c >= 0x80;
}

static bool stands_alone(ys_str text, size_t at, size_t len) {
  return (at == 0 || !is_word_part(text.ptr[at - 1])) &&
         (at + len == text.len || !is_word_part(text.ptr[at + len]));
}

/* The number of bytes at `at` that must not be shown. Without `words`, texts
 * that are only masked as words are shown. */
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
  bool with_words; /* short texts and numbers are masked where they are words */
} copying;

/* Masks what is sensitive between two places, and does not reach beyond. */
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

/* Masks a key between two places. All that follows it is masked with it when
 * the text to mask goes on there. Returns whether the path goes on. */
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

/* Masks keys, and leaves indexes and what is between keys as it is, so that the
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

ys_status ys_masks_text(const ys_masks *masks, ys_arena *arena,
                        ys_mask_search how, ys_str *text) {
  copying c = {
      .masks = masks, .text = *text, .with_words = how != YS_MASK_PARTS};
  if (masks->text_count == 0) return YS_OK;
  c.copy = ys_buf_of(arena->memory);
  if (how == YS_MASK_KEYS)
    mask_path(&c);
  else
    mask_part(&c, 0, text->len);
  if (c.done == 0) return YS_OK;
  ys_buf_add(&c.copy, (ys_str){text->ptr + c.done, text->len - c.done});
  return ys_buf_keep(&c.copy, arena, text);
}
