#pragma once

/*
 * core/text/folding.h - Drops records that a report for people does not show,
 * because they are like earlier ones (core/text/repeats.h), and those beyond a
 * limit on their number, while a run goes on. Thus the memory is proportional
 * to what is reported.
 *
 * While it is open, new records and their texts live in an arena of their own.
 * Now and then, when nothing but the list refers to them, they are settled:
 * those that may be reported are copied to the owner's arena, and the others
 * are counted. The numbers in ys_diags stay those of all records.
 *
 * The first places are known only after the records are sorted.
 * So all are kept that are among the first YS_FOLD_PLACES of their violation
 * when they are settled, both as found and as sorted.
 */

#include "core/text/repeats.h"

/* So much may wait until it is settled. */
extern const size_t ys_folding_bytes;

typedef struct ys_folding {
  bool on;          /* records that are like earlier ones are dropped */
  bool open;        /* new ones live in `records` */
  bool sorted;      /* no record will be sorted any more */
  ys_arena records; /* those that are not settled, with their texts */
  ys_diag *last;    /* the last record that is settled */
  ys_place at;      /* the place of the last one, which may be dropped */
  uint32_t portion; /* its portion */
  uint32_t kept[YS_RANK_COUNT]; /* those of each rank that are settled */
  ys_repeats alikes; /* the first places of each violation, as sorted; all
                       of them are in the list */
} ys_folding;

/* Cannot fail; takes no memory until a record is added. */
void ys_folding_init(ys_folding *folding, ys_memory memory);
void ys_folding_release(ys_folding *folding);

/* Begins anew for another list of records. */
void ys_folding_restart(ys_folding *folding);

/* Whether so much waits in `records` that it should be settled. */
static inline bool ys_folding_is_full(const ys_folding *folding) {
  return folding->records.total >= ys_folding_bytes;
}

/* Settles the records of the list since the last time. `arena` is that of the
 * list. At most `most` records of each rank are kept; 0: there is no limit. The
 * only failure is YS_NOMEM. */
ys_status ys_folding_settle(ys_folding *folding, ys_diags *diags,
                            ys_arena *arena, uint32_t most);
