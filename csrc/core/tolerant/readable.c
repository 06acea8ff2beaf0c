#include "core/tolerant/readable.h"

#include "core/tolerant/repair.h"
#include "core/yaml/parse.h"

/* Texts are read again and again until nothing is refused. So that this takes
 * no time without end, a text is cut where it is refused after so many bytes
 * were read, and is given up after so many passes. */
enum { MOST_BYTES = 16 * 1024 * 1024, FEW_PASSES = 8, MOST_PASSES = 500 };

typedef struct passes {
  ys_tolerant lines;
  const ys_limits *limits;
  ys_buf text;    /* the text as it is now */
  uint32_t count; /* of passes */
  size_t bytes;   /* that they have read */
  uint32_t repairs;
} passes;

/* Repairs what the records of a pass are about. */
static ys_status repair_all(passes *p, const ys_diags *diags) {
  const bool enough = p->count > FEW_PASSES && p->bytes > MOST_BYTES;
  for (const ys_diag *diag = diags->first; diag != NULL; diag = diag->next) {
    if (ys_code_group(diag->code) != YS_GROUP_INPUT) continue;
    p->repairs++;
    if (enough)
      ys_tolerant_cut(&p->lines, diag);
    else
      YS_TRY(ys_tolerant_repair(&p->lines, diag));
  }
  return YS_OK;
}

/* Parses a source with a space that is only for this. On YS_INVALID, repairs
 * what was refused, unless it was JSON: the same text is then read as YAML. */
static ys_status parse(passes *p, ys_space *space, ys_source *source) {
  ys_documents documents;
  uint16_t number;
  ys_source_retain(source);
  YS_TRY(ys_sources_add(&space->sources, source, &number));
  space->limits = *p->limits;
  const ys_status status = ys_parse(space, number, &documents);
  if (status == YS_INVALID && !source->only_json)
    YS_TRY(repair_all(p, &space->diags));
  return status;
}

/* Repairs what another reader of the text has refused. */
static ys_status go_on(passes *p, const ys_source *source,
                       const ys_diags *known) {
  if (known->first == NULL) return YS_OK;
  p->count++;
  p->bytes += source->text.len;
  if (!source->only_json) YS_TRY(repair_all(p, known));
  return YS_INVALID;
}

static ys_status read_once(passes *p, ys_source *source) {
  ys_memory memory = p->lines.arena->memory;
  ys_space space;
  ys_status status = ys_space_init(&space, memory, NULL);
  p->count++;
  p->bytes += source->text.len;
  if (status == YS_OK) status = parse(p, &space, source);
  ys_space_release(&space);
  return status;
}

/* Reads the text as it is now. */
static ys_status read_again(passes *p) {
  ys_source *source;
  ys_tolerant_join(&p->lines, &p->text);
  YS_TRY(ys_buf_status(&p->text));
  YS_TRY(
      ys_source_new(p->text.memory, YS_STR(""), ys_buf_str(&p->text), &source));
  const ys_status status = read_once(p, source);
  ys_source_release(source);
  return status;
}

static ys_status repaired(passes *p, ys_str *text) {
  ys_status status;
  do {
    status = read_again(p);
  } while (status == YS_INVALID && p->count < MOST_PASSES);
  if (status == YS_INVALID)
    ys_tolerant_blank_lines(&p->lines, 0, p->lines.count);
  if (status == YS_NOMEM) return YS_NOMEM;
  ys_tolerant_join(&p->lines, &p->text);
  YS_TRY(ys_buf_status(&p->text));
  return ys_arena_str(p->lines.arena, ys_buf_str(&p->text), text);
}

ys_status ys_make_readable(ys_arena *arena, ys_source *source,
                           const ys_limits *limits, const ys_diags *known,
                           ys_str *text, uint32_t *count) {
  passes p = {.limits = limits};
  *text = source->text;
  *count = 0;
  YS_TRY(ys_tolerant_split(&p.lines, arena, source->text));
  ys_status status =
      known == NULL ? read_once(&p, source) : go_on(&p, source, known);
  if (status != YS_INVALID) return status;
  p.text = ys_buf_of(arena->memory);
  status = repaired(&p, text);
  ys_buf_release(&p.text);
  *count = p.repairs;
  return status;
}
