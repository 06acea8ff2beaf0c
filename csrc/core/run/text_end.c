/* core/run/text_end.c - Validates the end of a text (@schema/ends-with). */

#include "core/run/text_end.h"
#include "core/json/read.h"
#include "core/type/text_rules.h"

static ys_str without_blanks(ys_str text) {
  while (text.len > 0 && strchr(" \t\r\n", text.ptr[text.len - 1]) != NULL)
    text.len--;
  return text;
}

static bool ends_with(ys_str text, ys_str end) {
  return text.len >= end.len &&
         memcmp(text.ptr + text.len - end.len, end.ptr, end.len) == 0;
}

/* The last line of a source that is not blank, from 1. */
static uint32_t last_line(ys_source *source) {
  uint32_t line;
  (void)ys_source_line(source, 1); /* finds the lines */
  line = source->line_count > 0 ? source->line_count : 1;
  while (line > 1 && without_blanks(ys_source_line(source, line)).len == 0)
    line--;
  return line;
}

ys_status ys_text_end_check(ys_run *run) {
  const ys_text_rules *rules = run->schema->root->text_rules;
  const bool alone = run->texts == 1 && run->others == 0;
  ys_source *source;
  run->texts = 0;
  if (!alone || rules == NULL || rules->end.len == 0) return YS_OK;
  source = run->space.sources.list[run->text];
  if (source->only_json || ys_jsonread_likely(source->text) ||
      ends_with(without_blanks(source->text), rules->end))
    return YS_OK;
  return ys_space_record(
      &run->space, YS_E_ENDS_WITH, (ys_place){last_line(source), 1, run->text},
      rules->end_place, YS_ARGUMENTS(YS_STR("another last line"), rules->end));
}
