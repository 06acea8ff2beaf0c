/* core/format/standard.c - The table of JSON Schema's formats
 * (core/format/standard.h). */

#include "core/format/standard.h"

#include "core/format/format.h"
#include "core/pattern/ecma.h"

/* A name of several drafts is that of the first row whose draft is not newer.
 */
static const struct {
  int draft; /* the first one */
  ys_standard_format format;
} formats[] = {
    {4, {"date-time", ys_format_date_time}},
    {4, {"date", ys_format_date}},
    {4, {"time", ys_format_time}},
    {4, {"duration", ys_format_iso_duration}},
    {2019, {"email", ys_format_smtp_email}},
    {4, {"email", ys_format_email}},
    {4, {"idn-email", ys_format_idn_email}},
    {4, {"hostname", ys_format_strict_hostname}},
    {4, {"idn-hostname", ys_format_idn_hostname}},
    {4, {"ipv4", ys_format_ipv4}},
    {4, {"ipv6", ys_format_ipv6}},
    {4, {"uri", ys_format_uri}},
    {4, {"uri-reference", ys_format_uri_reference}},
    {4, {"iri", ys_format_iri}},
    {4, {"iri-reference", ys_format_iri_reference}},
    {4, {"uri-template", ys_format_uri_template}},
    {4, {"uuid", ys_format_uuid}},
    {4, {"json-pointer", ys_format_json_pointer}},
    {2020, {"relative-json-pointer", ys_format_moving_pointer}},
    {4, {"relative-json-pointer", ys_format_relative_pointer}},
    {4, {"regex", NULL}},
};

const ys_standard_format *ys_standard_format_find(ys_str name, int draft) {
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    if (formats[i].draft <= draft &&
        ys_str_eq(name, ys_cstr(formats[i].format.name)))
      return &formats[i].format;
  return NULL;
}

ys_status ys_standard_format_test(const ys_standard_format *format,
                                  ys_arena *arena, ys_str text, bool *valid) {
  ys_ecma ecma;
  if (format->test != NULL) {
    *valid = format->test(text);
    return YS_OK;
  }
  YS_TRY(ys_ecma_translate(arena, text, &ecma));
  *valid = ecma.result != YS_ECMA_INVALID && !ecma.foreign;
  return YS_OK;
}
