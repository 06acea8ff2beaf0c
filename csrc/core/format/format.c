#include "core/format/reader.h"

/* A port is 0 to 65535 (reference#formats), without leading zeros in a text. */
static bool test_port(ys_str text) {
  int number = 0;
  if (text.len == 0 || text.len > 5) return false;
  if (text.len > 1 && text.ptr[0] == '0') return false;
  for (size_t i = 0; i < text.len; i++) {
    if (!ys_is_digit(text.ptr[i])) return false;
    number = number * 10 + (text.ptr[i] - '0');
  }
  return number <= 65535;
}

/* The same as IsValidPercent of Kubernetes: ^[0-9]+%$ */
static bool test_percent(ys_str text) {
  ys_rest rest = ys_rest_of(text);
  return ys_skip_digits(&rest) > 0 && ys_take(&rest, "%") && ys_at_end(&rest);
}

/* RFC 4122, section 3: 8-4-4-4-12 hexadecimal digits. */
bool ys_format_uuid(ys_str text) {
  if (text.len != 36) return false;
  for (size_t i = 0; i < text.len; i++) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? text.ptr[i] != '-' : !ys_is_hex(text.ptr[i])) return false;
  }
  return true;
}

static const ys_format formats[] = {
    {"date-time", "RFC 3339", "2018-11-13T20:20:39+00:00", ys_format_date_time,
     -1},
    {"time", "RFC 3339", "20:20:39+00:00", ys_format_time, -1},
    {"date", "RFC 3339", "2018-11-13", ys_format_date, -1},
    {"email", "RFC 5322, section 3.4.1", "admin@example.com", ys_format_email,
     -1},
    {"hostname", "RFC 1034, section 3.1", "apps.example.com",
     ys_format_hostname, -1},
    {"ip", "an IPv4 or IPv6 address", "10.0.101.1 or 2001:db8::1", ys_format_ip,
     -1},
    {"ipv4", "RFC 2673, section 3.2", "10.0.101.1", ys_format_ipv4, -1},
    {"ipv6", "RFC 4291, section 2.2", "2001:db8::1", ys_format_ipv6, -1},
    {"uri", "RFC 3986", "https://example.com/path", ys_format_uri, -1},
    {"uri-reference", "RFC 3986, section 4.1", "../path#part",
     ys_format_uri_reference, -1},
    {"uuid", "RFC 4122", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", ys_format_uuid,
     -1},
    {"port", "a number from 0 to 65535", "8080", test_port, 65535},
    {"percent", "a whole number and a percent sign", "10%", test_percent, -1},
    {"duration", "as Go's time.ParseDuration", "1h30m", ys_format_duration, -1},
};

enum { FORMATS = sizeof formats / sizeof formats[0] };

const ys_format *ys_format_find(ys_str name) {
  for (size_t i = 0; i < FORMATS; i++)
    if (ys_str_eq(name, ys_cstr(formats[i].name))) return &formats[i];
  return NULL;
}

void ys_format_offer(ys_nearest *nearest) {
  for (size_t i = 0; i < FORMATS; i++)
    ys_nearest_offer(nearest, ys_cstr(formats[i].name));
}

const ys_format *ys_format_at(size_t index) {
  return index < FORMATS ? &formats[index] : NULL;
}

void ys_format_list(ys_buf *out) {
  for (size_t i = 0; i < FORMATS; i++) {
    if (i > 0) ys_buf_cstr(out, i + 1 < FORMATS ? ", " : " and ");
    ys_buf_cstr(out, formats[i].name);
  }
}
