/* core/format/uri.c - Formats of URIs and IRIs. */

#include "core/format/uri.h"

#include "core/format/standard.h"

/* ---- RFC 3986 ------------------------------------------------------------ */

#define SUB_DELIMS "!$&'()*+,;="

static bool is_unreserved(char c) {
  return ys_is_letter(c) || ys_is_digit(c) || ys_is_in(c, "-._~");
}

/* The characters of a part beside ASCII. */
typedef enum width { ASCII, WIDE, PRIVATE } width;

bool ys_take_beyond_ascii(ys_rest *rest, bool private_use) {
  uint32_t code;
  const ys_str text = {rest->at, (size_t)(rest->end - rest->at)};
  const size_t size = ys_utf8_next(text, 0, &code);
  if (size == 0 || code < 0xA0 || (code & 0xFFFE) == 0xFFFE) return false;
  if (code >= 0xFDD0 && code <= 0xFDEF) return false;
  if (code >= 0xFFF0 && code <= 0xFFFF) return false;
  if (code >= 0xE0000 && code < 0xE1000) return false;
  if (!private_use && ((code >= 0xE000 && code <= 0xF8FF) || code >= 0xF0000))
    return false;
  rest->at += size;
  return true;
}

/* Whether all characters are unreserved or pct-encoded (section 2) or in `set`,
 * or beyond ASCII where that is allowed. */
static bool is_made_of(ys_str part, const char *set, width w) {
  ys_rest rest = ys_rest_of(part);
  while (!ys_at_end(&rest)) {
    const char c = ys_peek(&rest);
    const bool wide = (unsigned char)c >= 0x80;
    if (wide && (w == ASCII || !ys_take_beyond_ascii(&rest, w == PRIVATE)))
      return false;
    if (wide) continue;
    if (!is_unreserved(c) && !ys_is_in(c, set)) {
      if (c != '%' || rest.end - rest.at < 3 || !ys_is_hex(rest.at[1]) ||
          !ys_is_hex(rest.at[2]))
        return false;
      rest.at += 2;
    }
    rest.at++;
  }
  return true;
}

/* scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ), and the colon */
static bool take_scheme(ys_rest *rest) {
  if (!ys_is_letter(ys_peek(rest))) return false;
  while (ys_is_letter(ys_peek(rest)) || ys_is_digit(ys_peek(rest)) ||
         ys_is_in(ys_peek(rest), "+-."))
    rest->at++;
  return ys_take(rest, ":");
}

/* IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" ) */
static bool is_future_address(ys_str text) {
  ys_rest rest = ys_rest_of(text);
  if (!ys_take(&rest, "vV") || !ys_is_hex(ys_peek(&rest))) return false;
  while (ys_is_hex(ys_peek(&rest)))
    rest.at++;
  if (!ys_take(&rest, ".") || ys_at_end(&rest)) return false;
  for (; !ys_at_end(&rest); rest.at++)
    if (!is_unreserved(*rest.at) && !ys_is_in(*rest.at, SUB_DELIMS ":"))
      return false;
  return true;
}

/* host = IP-literal / IPv4address / reg-name. Every IPv4address is a reg-name,
 * too. */
static bool take_host(ys_rest *rest, width w) {
  ys_str literal;
  if (!ys_take(rest, "["))
    return is_made_of(ys_take_until(rest, ":"), SUB_DELIMS, w);
  literal = ys_take_until(rest, "]");
  return ys_take(rest, "]") &&
         (ys_format_ipv6(literal) || is_future_address(literal));
}

/* authority = [ userinfo "@" ] host [ ":" port ] */
static bool is_authority(ys_str text, width w) {
  ys_rest rest = ys_rest_of(text), host = rest;
  const ys_str user = ys_take_until(&rest, "@");
  if (ys_take(&rest, "@")) {
    if (!is_made_of(user, SUB_DELIMS ":", w)) return false;
    host = rest;
  }
  if (!take_host(&host, w)) return false;
  if (ys_take(&host, ":")) ys_skip_digits(&host);
  return ys_at_end(&host);
}

static bool take_double_slash(ys_rest *rest) {
  if (rest->end - rest->at < 2 || memcmp(rest->at, "//", 2) != 0) return false;
  rest->at += 2;
  return true;
}

/* hier-part [ "?" query ] [ "#" fragment ]. An authority ends at the first
 * slash, so the path after it is empty or begins with a slash. */
static bool is_hierarchy(ys_rest rest, width w) {
  if (take_double_slash(&rest) && !is_authority(ys_take_until(&rest, "/?#"), w))
    return false;
  if (!is_made_of(ys_take_until(&rest, "?#"), SUB_DELIMS ":@/", w))
    return false;
  if (ys_take(&rest, "?") &&
      !is_made_of(ys_take_until(&rest, "#"), SUB_DELIMS ":@/?",
                  w == ASCII ? ASCII : PRIVATE))
    return false;
  return !ys_take(&rest, "#") ||
         is_made_of(ys_take_until(&rest, ""), SUB_DELIMS ":@/?", w);
}

/* URI = scheme ":" hier-part [ "?" query ] [ "#" fragment ] */
static bool is_absolute(ys_str text, width w) {
  ys_rest rest = ys_rest_of(text);
  return take_scheme(&rest) && is_hierarchy(rest, w);
}

/* URI-reference = URI / relative-ref, whose first segment has no colon: that
 * would end a scheme. */
static bool is_reference(ys_str text, width w) {
  ys_rest rest = ys_rest_of(text), first = rest;
  const ys_str segment = ys_take_until(&first, "/?#");
  if (segment.len > 0 && memchr(segment.ptr, ':', segment.len) != NULL)
    return is_absolute(text, w);
  return is_hierarchy(rest, w);
}

bool ys_format_uri(ys_str text) {
  return is_absolute(text, ASCII);
}

bool ys_format_uri_reference(ys_str text) {
  return is_reference(text, ASCII);
}

bool ys_format_iri(ys_str text) {
  return is_absolute(text, WIDE);
}

bool ys_format_iri_reference(ys_str text) {
  return is_reference(text, WIDE);
}
