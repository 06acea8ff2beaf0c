/* core/format/template.c - The format of URI templates (RFC 6570, section 2).
 */

#include "core/format/standard.h"
#include "core/format/uri.h"

/* pct-encoded = "%" HEXDIG HEXDIG */
static bool take_encoded(ys_rest *rest) {
  if (rest->end - rest->at < 3 || rest->at[0] != '%' ||
      !ys_is_hex(rest->at[1]) || !ys_is_hex(rest->at[2]))
    return false;
  rest->at += 3;
  return true;
}

/* varchar = ALPHA / DIGIT / "_" / pct-encoded */
static bool take_varchar(ys_rest *rest) {
  const char c = ys_peek(rest);
  if (!ys_is_letter(c) && !ys_is_digit(c) && c != '_')
    return take_encoded(rest);
  rest->at++;
  return true;
}

/* varspec = varname [ ":" max-length / "*" ], where a name is
 * varchar *( ["."] varchar ) and the length has up to four digits */
static bool take_variable(ys_rest *rest) {
  do {
    if (!take_varchar(rest)) return false;
    while (take_varchar(rest))
      ;
  } while (ys_take(rest, "."));
  if (ys_take(rest, "*")) return true;
  if (!ys_take(rest, ":")) return true;
  if (ys_peek(rest) == '0') return false;
  const size_t digits = ys_skip_digits(rest);
  return digits >= 1 && digits <= 4;
}

/* expression = "{" [ operator ] varspec *( "," varspec ) "}" */
static bool take_expression(ys_rest *rest) {
  ys_take(rest, "+#./;?&=,!@|");
  do {
    if (!take_variable(rest)) return false;
  } while (ys_take(rest, ","));
  return ys_take(rest, "}");
}

/* A character outside of expressions. The apostrophe is that of erratum 6937.
 */
static bool take_literal(ys_rest *rest) {
  const char c = ys_peek(rest);
  if (c == '%') return take_encoded(rest);
  if ((unsigned char)c >= 0x80) return ys_take_beyond_ascii(rest, true);
  if (c <= ' ' || c == 0x7F || ys_is_in(c, "\"<>\\^`|}")) return false;
  rest->at++;
  return true;
}

bool ys_format_uri_template(ys_str text) {
  ys_rest rest = ys_rest_of(text);
  while (!ys_at_end(&rest))
    if (!(ys_take(&rest, "{") ? take_expression(&rest) : take_literal(&rest)))
      return false;
  return true;
}
