#include "core/text/mask_parts.h"

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

/* ---- lines --------------------------------------------------------------- */

/* The first span that ends after a byte of a source. */
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
static void mask(masking *m, size_t start, size_t end) {
  const uint32_t before = 1 + m->passed + width(m->line, m->done, start);
  const uint32_t masked = width(m->line, start, end);
  ys_buf_add(m->out, (ys_str){m->line.ptr + m->done, start - m->done});
  ys_buf_add(m->out, YS_MASKED);
  if (m->column >= before + masked)
    m->shown = m->shown + (uint32_t)YS_MASKED.len - masked;
  else if (m->column > before)
    m->shown -= m->column - before;
  m->done = end;
  m->passed = before - 1 + masked;
}

void ys_masks_line(const ys_masks *masks, const ys_sources *sources,
                   ys_place *place, size_t most, ys_buf *out) {
  masking m = {.line = ys_sources_line(sources, *place),
               .column = place->column,
               .shown = place->column,
               .out = out};
  if (m.line.len == 0) return;
  if (ys_masks_close(masks, *place)) {
    ys_buf_add(out, YS_MASKED);
    return;
  }
  const ys_source *source = sources->list[place->source];
  const size_t base = (size_t)(m.line.ptr - source->text.ptr);
  if (m.line.len > most) m.line.len = most;
  for (size_t i = first_span(masks, place->source, base);
       i < masks->span_count && masks->spans[i].source == place->source; i++) {
    const ys_span *span = &masks->spans[i];
    const size_t start =
        span->start < base ? indentation(m.line) : span->start - base;
    const size_t end =
        span->end - base < m.line.len ? span->end - base : m.line.len;
    if (start >= m.line.len) break;
    if (start < end) mask(&m, start, end);
  }
  ys_buf_add(out, (ys_str){m.line.ptr + m.done, m.line.len - m.done});
  place->column = m.shown;
}

bool ys_masks_hide(const ys_masks *masks, const ys_sources *sources,
                   ys_place place) {
  const ys_str line = ys_sources_line(sources, place);
  if (masks == NULL || line.len == 0) return false;
  if (ys_masks_close(masks, place)) return true;
  const size_t base =
      (size_t)(line.ptr - sources->list[place.source]->text.ptr);
  const size_t i = first_span(masks, place.source, base);
  return i < masks->span_count && masks->spans[i].source == place.source &&
         masks->spans[i].start < base + line.len;
}

/* ---- places -------------------------------------------------------------- */

static int compare_places(const void *a, const void *b) {
  const ys_place *x = a, *y = b;
  if (x->source != y->source) return x->source < y->source ? -1 : 1;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  return x->column == y->column ? 0 : x->column < y->column ? -1 : 1;
}

void ys_masks_order_places(ys_masks *masks) {
  if (masks->place_count > 0)
    qsort(masks->places, masks->place_count, sizeof *masks->places,
          compare_places);
}

bool ys_masks_cover(const ys_masks *masks, const ys_sources *sources,
                    ys_place place) {
  const ys_str line = ys_sources_line(sources, place);
  size_t at = 0;
  if (ys_masks_close(masks, place)) return true;
  if (line.len == 0 || masks->span_count == 0) return false;
  const size_t base =
      (size_t)(line.ptr - sources->list[place.source]->text.ptr);
  for (uint32_t n = 1; n < place.column && at < line.len; n++) {
    uint32_t code;
    const size_t size = ys_utf8_next(line, at, &code);
    at += size > 0 ? size : 1;
  }
  const size_t found = first_span(masks, place.source, base + at);
  return found < masks->span_count &&
         masks->spans[found].source == place.source &&
         masks->spans[found].start <= base + at;
}

bool ys_masks_has(const ys_masks *masks, const ys_sources *sources,
                  ys_place place) {
  if (place.line == 0 || place.source >= sources->count) return false;
  return (masks->place_count > 0 &&
          bsearch(&place, masks->places, masks->place_count,
                  sizeof *masks->places, compare_places) != NULL) ||
         ys_masks_close(masks, place) || ys_masks_cover(masks, sources, place);
}
