#include "core/crossref/mentions.h"

/* ---- writing ------------------------------------------------------------- */

/* Writes a number, seven bits a byte, the lowest first; returns the size. */
enum { LONGEST = 10 };

static size_t number_bytes(uint64_t number, char *out) {
  size_t size = 0;
  for (; number >= 0x80; number >>= 7)
    out[size++] = (char)(unsigned char)(0x80 | (number & 0x7f));
  out[size++] = (char)number;
  return size;
}

void ys_mentions_add_number(ys_buf *buf, uint64_t number) {
  char bytes[LONGEST];
  if (number < 0x80)
    ys_buf_char(buf, (char)number);
  else
    ys_buf_add(buf, (ys_str){bytes, number_bytes(number, bytes)});
}

void ys_mentions_add_text(ys_buf *buf, ys_str text) {
  ys_mentions_add_number(buf, text.len);
  ys_buf_add(buf, text);
}

size_t ys_mentions_begin_text(ys_buf *buf) {
  ys_buf_char(buf, 0);
  return buf->len;
}

/* One byte was left for the length; a longer one moves the text. */
void ys_mentions_end_text(ys_buf *buf, size_t begin) {
  char bytes[LONGEST];
  if (ys_buf_status(buf) != YS_OK) return;
  const size_t len = buf->len - begin;
  const size_t size = number_bytes(len, bytes);
  if (size > 1 && ys_buf_extend(buf, size - 1) == NULL) return;
  if (size > 1) memmove(buf->ptr + begin + size - 1, buf->ptr + begin, len);
  memcpy(buf->ptr + begin - 1, bytes, size);
}

/* ---- reading ------------------------------------------------------------- */

uint64_t ys_mentions_read_number(ys_mentions_reader *reader) {
  uint64_t number = 0;
  for (int shift = 0; shift < 64 && reader->at < reader->end; shift += 7) {
    const unsigned char byte = (unsigned char)*reader->at++;
    number |= (uint64_t)(byte & 0x7f) << shift;
    if (byte < 0x80) return number;
  }
  reader->bad = true;
  return 0;
}

ys_str ys_mentions_read_text(ys_mentions_reader *reader) {
  const uint64_t len = ys_mentions_read_number(reader);
  const ys_str text = {reader->at, (size_t)len};
  if (len > (size_t)(reader->end - reader->at)) reader->bad = true;
  if (reader->bad) return YS_STR("");
  reader->at += len;
  return text;
}

static uint32_t read_small(ys_mentions_reader *reader) {
  const uint64_t number = ys_mentions_read_number(reader);
  if (number > UINT32_MAX) reader->bad = true;
  return (uint32_t)number;
}

static void read_mention(ys_mentions_reader *reader, const ys_plan *plan,
                         ys_mentions_record *out) {
  out->member = read_small(reader);
  out->number = read_small(reader);
  out->name = ys_mentions_read_text(reader);
  out->details = ys_mentions_read_text(reader);
  out->rule = ys_plan_find(plan, out->member, out->number);
  if (out->rule == NULL || out->name.len == 0) reader->bad = true;
}

bool ys_mentions_next(ys_mentions_reader *reader, const ys_plan *plan,
                      ys_mentions_record *out) {
  if (reader->bad || reader->at == reader->end) return false;
  out->kind = *reader->at++;
  if (out->kind == 'm') {
    read_mention(reader, plan, out);
    return !reader->bad;
  }
  out->group = read_small(reader);
  if (out->kind == 'n') {
    out->line = read_small(reader);
    out->count = read_small(reader);
  } else if (out->kind != 'u') {
    reader->bad = true;
  }
  if (out->group >= plan->group_count) reader->bad = true;
  return !reader->bad;
}

bool ys_mentions_fits(const ys_plan *plan, ys_str text) {
  ys_mentions_reader reader = {text.ptr, text.ptr + text.len, false};
  ys_mentions_record record;
  ys_mentions_details details;
  while (ys_mentions_next(&reader, plan, &record)) {
    if (record.kind == 'm' &&
        !ys_mentions_read_details(record.details, &details))
      return false;
    for (uint32_t i = 0; record.kind == 'n' && i < record.count; i++)
      if (ys_mentions_read_text(&reader).len == 0) return false;
  }
  return !reader.bad;
}

/* ---- details ------------------------------------------------------------- */

/* The first number says which texts follow. */
enum { SENSITIVE = 1, QUOTED = 2, OTHER_FILE = 4, GAP = 8 };

void ys_mentions_write_details(ys_buf *buf,
                               const ys_mentions_details *details) {
  const size_t begin = ys_mentions_begin_text(buf);
  ys_mentions_add_number(buf, (details->sensitive ? SENSITIVE : 0u) |
                                  (details->quoted ? QUOTED : 0u) |
                                  (details->file.len > 0 ? OTHER_FILE : 0u) |
                                  (details->gap > 0 ? GAP : 0u));
  ys_mentions_add_number(buf, details->line);
  ys_mentions_add_number(buf, details->column);
  ys_mentions_add_text(buf, details->path);
  if (details->file.len > 0) ys_mentions_add_text(buf, details->file);
  if (details->gap > 0) ys_mentions_add_number(buf, details->gap);
  if (!details->quoted) ys_mentions_add_text(buf, details->shown);
  ys_mentions_end_text(buf, begin);
}

bool ys_mentions_read_details(ys_str text, ys_mentions_details *out) {
  ys_mentions_reader reader = {text.ptr, text.ptr + text.len, false};
  const uint64_t flags = ys_mentions_read_number(&reader);
  *out = (ys_mentions_details){.sensitive = (flags & SENSITIVE) != 0,
                               .quoted = (flags & QUOTED) != 0};
  out->line = read_small(&reader);
  out->column = read_small(&reader);
  out->path = ys_mentions_read_text(&reader);
  if ((flags & OTHER_FILE) != 0) out->file = ys_mentions_read_text(&reader);
  if ((flags & GAP) != 0) out->gap = read_small(&reader);
  if (!out->quoted) out->shown = ys_mentions_read_text(&reader);
  return !reader.bad && reader.at == reader.end;
}
