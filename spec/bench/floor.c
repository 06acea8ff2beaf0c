#include "floor.h"

#include <yaml.h>

bool floor_events(const char *text, size_t len) {
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser)) return false;
  yaml_parser_set_input_string(&parser, (const unsigned char *)text, len);
  bool good = true, done = false;
  while (good && !done) {
    yaml_event_t event;
    good = yaml_parser_parse(&parser, &event) != 0;
    if (!good) break;
    done = event.type == YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  return good;
}
