/* core/format/mail.c - Formats of mail addresses. */

#include "core/format/reader.h"
#include "core/format/standard.h"

/* The kind of an address: that of a message, one of the protocol by which
 * messages are sent, or an international one of that protocol. */
typedef enum mail { MESSAGE, PROTOCOL, INTERNATIONAL } mail;

/* Reads a character beyond ASCII (RFC 6532, section 3.1). */
static bool take_wide(ys_rest *rest) {
  uint32_t code;
  const ys_str text = {rest->at, (size_t)(rest->end - rest->at)};
  if ((unsigned char)ys_peek(rest) < 0x80) return false;
  const size_t width = ys_utf8_next(text, 0, &code);
  rest->at += width;
  return width > 0;
}

/* atext, RFC 5322, section 3.2.3 */
static bool take_atext(ys_rest *rest, mail kind) {
  const char c = ys_peek(rest);
  if (kind == INTERNATIONAL && take_wide(rest)) return true;
  if (!ys_is_letter(c) && !ys_is_digit(c) &&
      !ys_is_in(c, "!#$%&'*+-/=?^_`{|}~"))
    return false;
  rest->at++;
  return true;
}

/* dot-atom-text = 1*atext *("." 1*atext) */
static bool take_dot_atom(ys_rest *rest, mail kind) {
  do {
    if (!take_atext(rest, kind)) return false;
    while (take_atext(rest, kind))
      ;
  } while (ys_take(rest, "."));
  return true;
}

/* quoted-string, section 3.2.4: printable characters, blanks and tabs; RFC 5321
 * has no tabs (section 4.1.2). A quote or a backslash must have a backslash
 * before it. */
static bool take_quoted(ys_rest *rest, mail kind) {
  if (!ys_take(rest, "\"")) return false;
  while (!ys_take(rest, "\"")) {
    const bool escaped = ys_take(rest, "\\");
    if (!escaped && kind == INTERNATIONAL && take_wide(rest)) continue;
    const char c = ys_peek(rest);
    const bool tab = c == '\t' && kind == MESSAGE;
    if (!tab && (c < ' ' || c > '~')) return false;
    rest->at++;
  }
  return true;
}

/* domain-literal: the address in the brackets must be valid. */
static bool take_literal(ys_rest *rest) {
  static const char tag[] = "ipv6:";
  ys_str address;
  size_t i = 0;
  if (!ys_take(rest, "[")) return false;
  address = ys_take_until(rest, "]");
  if (!ys_take(rest, "]")) return false;
  while (tag[i] != '\0' && i < address.len &&
         (address.ptr[i] == tag[i] || address.ptr[i] == tag[i] - 'a' + 'A'))
    i++;
  if (tag[i] != '\0') return ys_format_ipv4(address);
  return ys_format_ipv6((ys_str){address.ptr + i, address.len - i});
}

static bool is_name(ys_str text) {
  return text.len > 0 && text.ptr[text.len - 1] != '.' &&
         ys_format_hostname(text);
}

/* A domain whose labels may have characters beyond ASCII (RFC 6531). */
static bool take_wide_name(ys_rest *rest) {
  char last;
  do {
    if (ys_peek(rest) == '-') return false;
    size_t size = 0;
    for (last = '-'; !ys_at_end(rest) && ys_peek(rest) != '.'; size++) {
      last = ys_peek(rest);
      if (take_wide(rest)) continue;
      if (!ys_is_letter(last) && !ys_is_digit(last) && last != '-')
        return false;
      rest->at++;
    }
    if (size == 0 || last == '-') return false;
  } while (ys_take(rest, "."));
  return ys_at_end(rest);
}

/* addr-spec = local-part "@" domain */
static bool is_address(ys_str text, mail kind) {
  ys_rest rest = ys_rest_of(text);
  if (!(ys_peek(&rest) == '"' ? take_quoted(&rest, kind)
                              : take_dot_atom(&rest, kind)))
    return false;
  if (!ys_take(&rest, "@")) return false;
  if (ys_peek(&rest) == '[') return take_literal(&rest) && ys_at_end(&rest);
  const ys_rest domain = rest;
  if (is_name(ys_take_until(&rest, ""))) return true;
  rest = domain;
  return kind == INTERNATIONAL && take_wide_name(&rest);
}

bool ys_format_email(ys_str text) {
  return is_address(text, MESSAGE);
}

bool ys_format_smtp_email(ys_str text) {
  return is_address(text, PROTOCOL);
}

bool ys_format_idn_email(ys_str text) {
  return is_address(text, INTERNATIONAL);
}
