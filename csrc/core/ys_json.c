/* ys_json.c - trees to JSON (ys_emit.h). */

#include "ys_emit.h"
#include "ys_scalar.h"

/* ---- strings ---------------------------------------------------------- */

static bool needs_escape(uint32_t code) {
  return code < 0x20 || code == '"' || code == '\\' ||
         (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029;
}

static void add_escape(ys_buf *out, uint32_t code) {
  static const char codes[] = "\b\t\n\f\r\"\\";
  static const char names[] = "btnfr\"\\";
  const char *known =
      code < 0x80 && code != 0 ? strchr(codes, (int)code) : NULL;
  ys_buf_char(out, '\\');
  if (known != NULL) {
    ys_buf_char(out, names[known - codes]);
    return;
  }
  ys_buf_char(out, 'u');
  for (int shift = 12; shift >= 0; shift -= 4)
    ys_buf_char(out, "0123456789abcdef"[code >> shift & 15]);
}

void ys_emit_json_string(ys_buf *out, ys_str s) {
  size_t start = 0;
  ys_buf_char(out, '"');
  for (size_t at = 0; at < s.len;) {
    uint32_t code = 0;
    size_t len = ys_utf8_next(s, at, &code);
    if (len == 0 || needs_escape(code)) {
      ys_buf_add(out, (ys_str){s.ptr + start, at - start});
      if (len == 0)
        ys_buf_cstr(out, "\xEF\xBF\xBD");
      else
        add_escape(out, code);
      len = len > 0 ? len : 1;
      start = at + len;
    }
    at += len;
  }
  if (start < s.len) /* an empty text may have no address */
    ys_buf_add(out, (ys_str){s.ptr + start, s.len - start});
  ys_buf_char(out, '"');
}

/* ---- values ----------------------------------------------------------- */

static bool emit(ys_buf *out, const ys_slot *slot, const char **problem);

static bool emit_items(ys_buf *out, const ys_slot *slot, const char **problem) {
  const bool map = slot->kind == YS_MAP;
  ys_buf_char(out, map ? '{' : '[');
  for (const ys_slot *i = slot->u.items->first; i != NULL; i = i->next) {
    if (map) {
      ys_emit_json_string(out, i->key->text);
      ys_buf_char(out, ':');
    }
    if (!emit(out, i, problem)) return false;
    if (i->next != NULL) ys_buf_char(out, ',');
  }
  ys_buf_char(out, map ? '}' : ']');
  return true;
}

/* Recursion is bounded by the limit on depth at parse. */
static bool emit(ys_buf *out, const ys_slot *slot, const char **problem) {
  if (ys_is_collection(slot)) return emit_items(out, slot, problem);
  if (slot->kind == YS_STRING) {
    ys_emit_json_string(out, ys_slot_text(slot));
    return true;
  }
  if (slot->kind == YS_FLOAT && slot->u.number - slot->u.number != 0) {
    bool nan = slot->u.number != slot->u.number;
    *problem = nan ? "JSON has no .nan" : "JSON has no .inf";
    return false;
  }
  ys_scalar_write(out, slot);
  return true;
}

ys_status ys_emit_json(const ys_slot *document, ys_buf *out,
                       const char **problem) {
  const size_t start = out->len;
  if (!emit(out, document, problem)) {
    out->len = start;
    return YS_INVALID;
  }
  ys_buf_char(out, '\n');
  return ys_buf_status(out);
}
