/*
 * pipeline.c - Times the core: parse, check, merge, fill, validate.
 *
 *   pipeline ratio    REPS SCHEMA VALUES      over libyaml's event loop
 *   pipeline validate REPS SCHEMA VALUES      the same, with validation
 *   pipeline compile  REPS SCHEMA             compiling, over the event loop
 *   pipeline write    REPS SCHEMA VALUES      the result as JSON, over reading
 *   pipeline tree     REPS SCHEMA VALUES      check and defaults alone
 *   pipeline time     REPS SCHEMA VALUES...   the whole run
 *   pipeline peak     SCHEMA VALUES           memory
 *
 * Compared programs are measured in turns, A B A B: the median of the ratios of
 * neighbours does not know how busy the machine was. Prints `name=number`.
 */

#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "../c/plain_memory.h"
#include "clock.h"
#include "core/base/pool.h"
#include "core/check/check.h"
#include "core/check/fill.h"
#include "core/print/emit.h"
#include "core/print/report.h"
#include "core/run/run.h"
#include "core/type/shapes.h"
#include "floor.h"

/* Runs have theirs from a pool, as those of the Lua module do. */
static ys_pool pool;

static _Noreturn void die(const char *what, const char *why) {
  fprintf(stderr, "pipeline: %s: %s\n", what, why);
  exit(1);
}

static _Noreturn void die_of(const char *what, ys_space *space) {
  ys_buf out = ys_buf_of(plain_memory);
  ys_report_text(space, false, &out);
  fprintf(stderr, "pipeline: %s\n%.*s", what, (int)out.len, out.ptr);
  exit(1);
}

static ys_source *read_file(const char *path) {
  ys_source *source;
  const char *problem;
  if (ys_source_read(plain_memory, ys_cstr(path), path, YS_READ_FILE,
                     SIZE_MAX / 2, &source, &problem) != YS_OK)
    die(path, problem);
  return source;
}

/* The file as a source of `space`, too. */
static uint16_t add_file(ys_space *space, ys_source *file) {
  uint16_t index;
  ys_source_retain(file);
  if (ys_sources_add(&space->sources, file, &index) != YS_OK)
    die("source", "no memory");
  return index;
}

static void compile(ys_schema *schema, ys_source *file) {
  ys_pending *pending = NULL;
  ys_role role;
  if (ys_schema_init(schema, plain_memory, YS_DEFAULT_LIMITS, false) != YS_OK)
    die("schema", "no memory");
  uint16_t index = add_file(&schema->space, file);
  if (ys_schema_add(schema, index, &role) != YS_OK ||
      ys_schema_pending(schema, &pending) != YS_OK)
    die_of("the schema", &schema->space);
  if (pending != NULL) die("the schema", "holds more than literals");
  if (ys_schema_compile(schema, NULL) != YS_OK)
    die_of("the schema", &schema->space);
}

/* ---- what is timed ------------------------------------------------------- */

typedef struct bench {
  ys_source *schema_file;
  const ys_schema *schema;
  ys_source **files;
  size_t count;
  bool skip_validation;
} bench;

typedef void step_fn(const bench *work);

static void run_step(const bench *work) {
  ys_run run;
  ys_question question = {0};
  if (ys_run_init(&run, ys_pool_memory(&pool), work->schema) != YS_OK)
    die("run", "no memory");
  run.skip_validation = work->skip_validation;
  for (size_t i = 0; i < work->count; i++)
    if (ys_run_parse(&run, add_file(&run.space, work->files[i]),
                     YS_INPUT_TEMPLATE) != YS_OK)
      die_of("the values", &run.space);
  if (ys_run_next(&run, &question) != YS_OK ||
      question.kind != YS_ASK_NOTHING ||
      ys_diags_exit_status(&run.space.diags) != 0)
    die_of("the run", &run.space);
  ys_run_release(&run);
}

static void floor_step(const bench *work) {
  for (size_t i = 0; i < work->count; i++) {
    ys_str text = work->files[i]->text;
    if (!floor_events(text.ptr, text.len)) die("the values", "no YAML");
  }
}

static void compile_step(const bench *work) {
  ys_schema schema;
  compile(&schema, work->schema_file);
  ys_schema_release(&schema);
}

static void compile_floor_step(const bench *work) {
  ys_str text = work->schema_file->text;
  if (!floor_events(text.ptr, text.len)) die("the schema", "no YAML");
}

static double time_of(step_fn *step, const bench *work, size_t inner) {
  double begin = clock_ns();
  for (size_t i = 0; i < inner; i++)
    step(work);
  return (clock_ns() - begin) / (double)inner;
}

/* How often to repeat a step so that it takes about 10 ms. */
static size_t inner_of(step_fn *step, const bench *work) {
  double once = time_of(step, work, 1);
  return once > 5e6 ? 1 : (size_t)(1e7 / (once + 1)) + 1;
}

static double *list_of(size_t count) {
  double *list = calloc(count, sizeof *list);
  if (list == NULL) die("list", "no memory");
  return list;
}

static void compare_steps(step_fn *base, step_fn *step, const bench *work,
                          size_t reps) {
  double *floors = list_of(reps), *times = list_of(reps);
  double *ratios = list_of(reps);
  size_t inner = inner_of(base, work);
  time_of(step, work, 1);
  for (size_t i = 0; i < reps; i++) {
    floors[i] = time_of(base, work, inner);
    times[i] = time_of(step, work, inner);
    ratios[i] = times[i] / floors[i];
  }
  printf("floor=%.0f\ntime=%.0f\nratio=%.4f\n", median(floors, reps),
         median(times, reps), median(ratios, reps));
  free(floors);
  free(times);
  free(ratios);
}

static void time_step(step_fn *step, const bench *work, size_t reps) {
  double *times = list_of(reps);
  size_t inner = inner_of(step, work);
  for (size_t i = 0; i < reps; i++)
    times[i] = time_of(step, work, inner);
  printf("time=%.0f\n", median(times, reps));
  free(times);
}

/* ---- writing ------------------------------------------------------------- */

/* Reading the values alone. */
static void read_step(const bench *work) {
  ys_space space;
  ys_documents documents = {0};
  if (ys_space_init(&space, ys_pool_memory(&pool), NULL) != YS_OK)
    die("space", "no memory");
  space.expected = ys_field_shape(work->schema->root);
  if (ys_parse(&space, add_file(&space, work->files[0]), &documents) != YS_OK)
    die_of("the values", &space);
  ys_space_release(&space);
}

static const ys_slot *written;

static void write_step(const bench *work) {
  const char *problem;
  (void)work;
  ys_buf out = ys_buf_of(ys_pool_memory(&pool));
  if (ys_emit_json(written, &out, &problem) != YS_OK) die("writing", problem);
  ys_buf_release(&out);
}

/* Writes what was read, so that both texts are the same but for blanks. */
static void compare_writing(const bench *work, size_t reps) {
  ys_space space;
  ys_documents documents = {0};
  if (ys_space_init(&space, plain_memory, NULL) != YS_OK)
    die("space", "no memory");
  if (ys_parse(&space, add_file(&space, work->files[0]), &documents) != YS_OK)
    die_of("the values", &space);
  written = documents.first;
  compare_steps(read_step, write_step, work, reps);
  ys_space_release(&space);
}

/* ---- check and defaults alone -------------------------------------------- */

/* Slots of a tree, itself included. */
static size_t count_slots(const ys_slot *slot) {
  size_t count = 1;
  if (!ys_is_collection(slot)) return count;
  const ys_slot *item = ys_slot_first(slot);
  for (uint32_t i = 0; i < ys_slot_size(slot); i++, item = item->next)
    count += count_slots(item);
  return count;
}

static double tree_time(const bench *work, size_t *nodes) {
  ys_run run;
  ys_documents documents = {0};
  if (ys_run_init(&run, ys_pool_memory(&pool), work->schema) != YS_OK)
    die("run", "no memory");
  if (ys_parse(&run.space, add_file(&run.space, work->files[0]), &documents) !=
      YS_OK)
    die_of("the values", &run.space);
  ys_slot *slot = documents.first;
  *nodes = count_slots(slot);
  const ys_field *field = work->schema->root;
  const ys_typed document = {.field = field, .slot = slot};
  double begin = clock_ns();
  if (ys_check(&run.space, &document, YS_CHECK_DATA) != YS_OK ||
      ys_fill_missing(&run.space, field, slot) != YS_OK)
    die_of("the values", &run.space);
  double time = clock_ns() - begin;
  ys_run_release(&run);
  return time;
}

static void time_tree(const bench *work, size_t reps) {
  double *times = list_of(reps);
  size_t nodes = 0;
  for (size_t i = 0; i < reps; i++)
    times[i] = tree_time(work, &nodes);
  double time = median(times, reps);
  printf("time=%.0f\nnodes=%zu\nnode=%.3f\n", time, nodes,
         time / (double)nodes);
  free(times);
}

/* ---- memory -------------------------------------------------------------- */

/* The values' file is read within, as the command does. */
static void measure_peak(const ys_schema *schema, const char *path) {
  ys_run run;
  ys_question question = {0};
  uint16_t index;
  if (ys_run_init(&run, plain_memory, schema) != YS_OK) die("run", "no memory");
  ys_source *file = read_file(path);
  double bytes = (double)file->text.len;
  if (ys_sources_add(&run.space.sources, file, &index) != YS_OK)
    die("run", "no memory");
  if (ys_run_parse(&run, index, YS_INPUT_TEMPLATE) != YS_OK ||
      ys_run_next(&run, &question) != YS_OK ||
      ys_diags_exit_status(&run.space.diags) != 0)
    die_of("the run", &run.space);
  ys_run_release(&run);
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("bytes=%.0f\npeak=%.3f\n", bytes,
         (double)usage.ru_maxrss * 1024 / bytes);
}

static void measure(const char *mode, size_t reps, bench *work) {
  work->skip_validation = strcmp(mode, "validate") != 0;
  if (strcmp(mode, "ratio") == 0 || strcmp(mode, "validate") == 0)
    compare_steps(floor_step, run_step, work, reps);
  else if (strcmp(mode, "compile") == 0)
    compare_steps(compile_floor_step, compile_step, work, reps);
  else if (strcmp(mode, "write") == 0)
    compare_writing(work, reps);
  else if (strcmp(mode, "tree") == 0)
    time_tree(work, reps);
  else if (strcmp(mode, "time") == 0)
    time_step(run_step, work, reps);
  else
    die(mode, "no such mode");
}

int main(int argc, char **argv) {
  ys_schema schema;
  ys_pool_init(&pool, plain_memory);
  if (argc < 4) die("usage", "see the top of pipeline.c");
  if (strcmp(argv[1], "peak") == 0) {
    ys_source *file = read_file(argv[2]);
    compile(&schema, file);
    measure_peak(&schema, argv[3]);
    ys_source_release(file);
    ys_schema_release(&schema);
    return 0;
  }
  bench work = {.schema_file = read_file(argv[3]), .count = (size_t)argc - 4};
  compile(&schema, work.schema_file);
  work.schema = &schema;
  work.files = calloc(work.count + 1, sizeof *work.files);
  if (work.files == NULL) die("files", "no memory");
  for (size_t i = 0; i < work.count; i++)
    work.files[i] = read_file(argv[4 + i]);
  measure(argv[1], (size_t)strtoul(argv[2], NULL, 10), &work);
  return 0;
}
