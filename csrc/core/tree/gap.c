#include "core/tree/gap.h"

/* The most files that a record names. */
enum { SHOWN_FILES = 8 };

static bool is_named(const ys_sources *sources, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++)
    if (ys_str_eq(sources->list[i]->name, sources->list[to]->name)) return true;
  return false;
}

bool ys_gap_has_files(const ys_space *space) {
  const uint32_t first = space->inherited_sources;
  const ys_sources *sources = &space->sources;
  for (uint32_t i = first + 1; i < sources->count; i++)
    if (!ys_str_eq(sources->list[i]->name, sources->list[first]->name))
      return true;
  return false;
}

void ys_gap_add_files(const ys_space *space, ys_buf *out) {
  const ys_sources *sources = &space->sources;
  uint32_t count = 0;
  for (uint32_t i = space->inherited_sources; i < sources->count; i++) {
    if (count < SHOWN_FILES && is_named(sources, space->inherited_sources, i))
      continue;
    if (count++ > 0) ys_buf_cstr(out, ", ");
    if (count > SHOWN_FILES) {
      ys_buf_cstr(out, "...");
      return;
    }
    ys_buf_add(out, sources->list[i]->name);
  }
}

bool ys_gap_is_given(const ys_space *space, const ys_slot *slot) {
  return ys_slot_source(slot) >= space->inherited_sources &&
         ys_slot_line(slot) > 0;
}

/* The first line of the first file that was read for this run. */
static ys_gap gap_in_files(const ys_space *space) {
  for (uint32_t i = space->inherited_sources; i < space->sources.count; i++)
    if (space->sources.list[i]->is_file)
      return (ys_gap){{.source = (uint16_t)i, .line = 1}, true};
  return (ys_gap){0};
}

ys_gap ys_gap_of(const ys_space *space, const ys_slot *map, bool is_document) {
  if (!ys_gap_is_given(space, map))
    return is_document ? gap_in_files(space) : (ys_gap){0};
  const ys_source *source = space->sources.list[ys_slot_source(map)];
  if (!source->is_file &&
      (is_document || ys_str_starts(source->name, YS_STR("("))))
    return (ys_gap){0};
  return (ys_gap){ys_slot_place(map), is_document};
}

ys_status ys_gap_words(ys_space *space, const ys_slot *map, bool is_document,
                       ys_str *out) {
  const bool read = space->sources.count > space->inherited_sources;
  const bool given = !is_document && ys_gap_is_given(space, map);
  ys_buf buf = ys_buf_of(space->arena.memory);
  ys_buf_cstr(&buf, "nothing");
  if (given)
    ys_buf_fill(&buf, " at %s:%s",
                YS_WORDS(ys_sources_name(&space->sources, ys_slot_place(map)),
                         YS_UINT(ys_slot_line(map))));
  if (read) ys_buf_cstr(&buf, given ? " (read: " : " in ");
  if (read) ys_gap_add_files(space, &buf);
  if (read && given) ys_buf_char(&buf, ')');
  return ys_buf_keep(&buf, ys_space_records(space), out);
}
