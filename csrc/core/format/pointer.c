/* core/format/pointer.c - Formats of JSON pointers. */

#include "core/format/reader.h"
#include "core/format/standard.h"

/* *( "/" *( unescaped / "~0" / "~1" ) ) */
static bool is_pointer(ys_str text) {
  if (text.len > 0 && text.ptr[0] != '/') return false;
  for (size_t i = 0; i < text.len; i++)
    if (text.ptr[i] == '~' && (i + 1 == text.len || (text.ptr[i + 1] != '0' &&
                                                     text.ptr[i + 1] != '1')))
      return false;
  return true;
}

bool ys_format_json_pointer(ys_str text) {
  return is_pointer(text);
}

/* A number without leading zeros. */
static bool take_natural(ys_rest *rest) {
  if (ys_take(rest, "0")) return !ys_is_digit(ys_peek(rest));
  return ys_skip_digits(rest) > 0;
}

/* non-negative-integer [ move ] ( "#" / json-pointer ) */
static bool is_relative(ys_str text, bool moves) {
  ys_rest rest = ys_rest_of(text);
  if (!take_natural(&rest)) return false;
  if (moves && ys_take(&rest, "+-") &&
      (ys_peek(&rest) == '0' || !take_natural(&rest)))
    return false;
  if (ys_take(&rest, "#")) return ys_at_end(&rest);
  return is_pointer((ys_str){rest.at, (size_t)(rest.end - rest.at)});
}

bool ys_format_relative_pointer(ys_str text) {
  return is_relative(text, false);
}

bool ys_format_moving_pointer(ys_str text) {
  return is_relative(text, true);
}
