#include "core/print/message.h"

#include "core/print/message_parts.h"

const ys_message *ys_message_of(ys_code code) {
  switch (ys_code_group(code)) {
  case YS_GROUP_INPUT: return &ys_messages_of_input[code];
  case YS_GROUP_SCHEMA: return &ys_messages_of_schema[code];
  default: return &ys_messages_of_data[code];
  }
}
