/* core/rule/format_uri.c - Formats of URIs and of mail addresses. */

#include "core/rule/format_parts.h"

/* ---- RFC 3986 ------------------------------------------------------------ */

#define SUB_DELIMS "!$&'()*+,;="

static bool is_unreserved(char c) {
  return ys_is_alpha(c) || ys_is_digit(c) || ys_is_in(c, "-._~");
}

/* Whether all characters are unreserved or pct-encoded (section 2) or in `set`.
 */
static bool is_made_of(ys_str part, const char *set) {
  for (size_t i = 0; i < part.len; i++) {
    const char c = part.ptr[i];
    if (is_unreserved(c) || ys_is_in(c, set)) continue;
    if (c != '%' || part.len - i < 3 || !ys_is_hex(part.ptr[i + 1]) ||
        !ys_is_hex(part.ptr[i + 2]))
      return false;
    i += 2;
  }
  return true;
}

/* scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ), and the colon */
static bool take_scheme(ys_rest *rest) {
  if (!ys_is_alpha(ys_peek(rest))) return false;
  while (ys_is_alpha(ys_peek(rest)) || ys_is_digit(ys_peek(rest)) ||
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
static bool take_host(ys_rest *rest) {
  ys_str literal;
  if (!ys_take(rest, "["))
    return is_made_of(ys_take_until(rest, ":"), SUB_DELIMS);
  literal = ys_take_until(rest, "]");
  return ys_take(rest, "]") &&
         (ys_format_ipv6(literal) || is_future_address(literal));
}

/* authority = [ userinfo "@" ] host [ ":" port ] */
static bool is_authority(ys_str text) {
  ys_rest rest = ys_rest_of(text), host = rest;
  const ys_str user = ys_take_until(&rest, "@");
  if (ys_take(&rest, "@")) {
    if (!is_made_of(user, SUB_DELIMS ":")) return false;
    host = rest;
  }
  if (!take_host(&host)) return false;
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
static bool is_hierarchy(ys_rest rest) {
  if (take_double_slash(&rest) && !is_authority(ys_take_until(&rest, "/?#")))
    return false;
  if (!is_made_of(ys_take_until(&rest, "?#"), SUB_DELIMS ":@/")) return false;
  if (ys_take(&rest, "?") &&
      !is_made_of(ys_take_until(&rest, "#"), SUB_DELIMS ":@/?"))
    return false;
  return !ys_take(&rest, "#") ||
         is_made_of(ys_take_until(&rest, ""), SUB_DELIMS ":@/?");
}

/* URI = scheme ":" hier-part [ "?" query ] [ "#" fragment ] */
bool ys_format_uri(ys_str text) {
  ys_rest rest = ys_rest_of(text);
  return take_scheme(&rest) && is_hierarchy(rest);
}

/* URI-reference = URI / relative-ref, whose first segment has no colon: that
 * would end a scheme. */
bool ys_format_uri_reference(ys_str text) {
  ys_rest rest = ys_rest_of(text), first = rest;
  const ys_str segment = ys_take_until(&first, "/?#");
  if (segment.len > 0 && memchr(segment.ptr, ':', segment.len) != NULL)
    return ys_format_uri(text);
  return is_hierarchy(rest);
}

/* ---- RFC 5322 ------------------------------------------------------------ */

/* atext, section 3.2.3 */
static bool is_atext(char c) {
  return ys_is_alpha(c) || ys_is_digit(c) || ys_is_in(c, "!#$%&'*+-/=?^_`{|}~");
}

/* dot-atom-text = 1*atext *("." 1*atext) */
static bool take_dot_atom(ys_rest *rest) {
  do {
    if (!is_atext(ys_peek(rest))) return false;
    while (is_atext(ys_peek(rest)))
      rest->at++;
  } while (ys_take(rest, "."));
  return true;
}

/* quoted-string, section 3.2.4: printable characters and blanks. A quote or a
 * backslash must have a backslash before it. */
static bool take_quoted(ys_rest *rest) {
  if (!ys_take(rest, "\"")) return false;
  while (!ys_take(rest, "\"")) {
    ys_take(rest, "\\");
    const char c = ys_peek(rest);
    if (c != '\t' && (c < ' ' || c > '~')) return false;
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

/* addr-spec = local-part "@" domain */
bool ys_format_email(ys_str text) {
  ys_rest rest = ys_rest_of(text);
  if (ys_peek(&rest) == '"' ? !take_quoted(&rest) : !take_dot_atom(&rest))
    return false;
  if (!ys_take(&rest, "@")) return false;
  if (ys_peek(&rest) == '[') return take_literal(&rest) && ys_at_end(&rest);
  return is_name(ys_take_until(&rest, ""));
}
