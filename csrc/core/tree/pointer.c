#include "core/tree/pointer.h"

ys_str ys_pointer_step(ys_str *pointer, char *step) {
  size_t size = 0, i = 1;
  for (; i < pointer->len && pointer->ptr[i] != '/'; i++) {
    const char c = pointer->ptr[i];
    const char after = i + 1 < pointer->len ? pointer->ptr[i + 1] : '\0';
    const bool escape = c == '~' && (after == '0' || after == '1');
    step[size++] = escape && after == '1' ? '/' : c;
    i += escape;
  }
  pointer->ptr += i;
  pointer->len -= i;
  return (ys_str){step, size};
}

bool ys_pointer_index(ys_str step, uint32_t *index) {
  *index = 0;
  if (step.len == 0 || step.len > 9) return false;
  for (size_t i = 0; i < step.len; i++) {
    if (!ys_is_digit(step.ptr[i])) return false;
    *index = *index * 10 + (uint32_t)(step.ptr[i] - '0');
  }
  return true;
}

ys_slot *ys_pointer_item(const ys_slot *array, ys_str step, uint32_t *index) {
  ys_slot *s = ys_slot_first(array);
  if (!ys_pointer_index(step, index)) return NULL;
  for (uint32_t left = *index; s != NULL && left > 0; left--)
    s = s->next;
  return s;
}
