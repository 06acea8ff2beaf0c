#include "core/text/folding.h"

/* Stress-test builds set it to 1. */
#ifndef YS_FOLDING_BYTES
#define YS_FOLDING_BYTES ((size_t)32 << 10)
#endif

const size_t ys_folding_bytes = YS_FOLDING_BYTES;

void ys_folding_init(ys_folding *folding, ys_memory memory) {
  *folding = (ys_folding){0};
  ys_arena_init(&folding->records, memory);
}

void ys_folding_release(ys_folding *folding) {
  const ys_memory memory = folding->records.memory;
  ys_repeats_release(&folding->alikes);
  ys_arena_release(&folding->records);
  ys_folding_init(folding, memory);
}

void ys_folding_restart(ys_folding *folding) {
  const bool on = folding->on;
  ys_folding_release(folding);
  folding->on = on;
}

/* ---- order --------------------------------------------------------------- */

static bool stands_before(const ys_diag *a, const ys_diag *b) {
  return a->portion != b->portion ? a->portion < b->portion
                                  : ys_diag_stands_before(a, b);
}

/* Notes which of its neighbours a record may be exchanged with by sorting, as
 * long as none of them is dropped. */
static void set_portion(ys_folding *folding, ys_diag *diag) {
  if (folding->portion == 0 || folding->sorted ||
      !ys_diag_may_exchange(folding->at, diag->at))
    folding->portion++;
  folding->at = diag->at;
  diag->portion = folding->portion;
}

/* Whether a record is none of the first ones of its violation. */
static bool is_late(const ys_repeat *alike, const ys_diag *diag) {
  return alike != NULL && alike->shown == YS_FOLD_PLACES &&
         !stands_before(diag, alike->places[YS_FOLD_PLACES - 1]);
}

/* Notes a place. If there is no room, the last one gives way; its record stays
 * in the list. */
static void add_place(ys_repeat *alike, ys_diag *diag) {
  uint32_t at = alike->shown;
  if (at == YS_FOLD_PLACES)
    at--;
  else
    alike->shown++;
  for (; at > 0 && stands_before(diag, alike->places[at - 1]); at--)
    alike->places[at] = alike->places[at - 1];
  alike->places[at] = diag;
}

/* ---- settling ------------------------------------------------------------ */

/* Copies a text out of the arena of the records that are not settled. Texts of
 * the schema stay where they are, so that records which share one are compared
 * by its address. */
static ys_status save(const ys_arena *records, ys_arena *arena, ys_str text,
                      ys_str *out) {
  return ys_arena_has(records, text.ptr) ? ys_arena_str(arena, text, out)
                                         : YS_OK;
}

static ys_status copy(const ys_arena *records, ys_arena *arena,
                      const ys_diag *diag, ys_diag **out) {
  ys_diag *made;
  YS_KEEP(made, arena, *diag);
  YS_TRY(save(records, arena, diag->path, &made->path));
  YS_TRY(save(records, arena, diag->by_pointer, &made->by_pointer));
  YS_TRY(save(records, arena, diag->rule, &made->rule));
  for (int i = 0; i < YS_DIAG_ARGS; i++)
    YS_TRY(save(records, arena, diag->args[i], &made->args[i]));
  YS_TRY(save(records, arena, diag->called, &made->called));
  YS_TRY(save(records, arena, diag->calls, &made->calls));
  YS_TRY(save(records, arena, diag->value, &made->value));
  *out = made;
  return YS_OK;
}

static ys_rank rank_of(const ys_diag *diag) {
  return ys_group_rank(ys_code_group(diag->code));
}

/* Keeps the record after the last one that is settled. `alike` is its
 * violation, or NULL. */
static ys_status keep(ys_folding *folding, ys_diags *diags, ys_arena *arena,
                      ys_diag **link, ys_repeat *alike) {
  ys_diag *diag = *link;
  if (folding->open) YS_TRY(copy(&folding->records, arena, *link, &diag));
  if (diags->last == *link) diags->last = diag;
  *link = folding->last = diag;
  folding->kept[rank_of(diag)]++;
  if (alike != NULL) add_place(alike, diag);
  return YS_OK;
}

/* Drops the record after the last one that is settled. */
static void drop(const ys_folding *folding, ys_diags *diags, ys_diag **link) {
  const ys_diag *diag = *link;
  *link = diag->next;
  if (diags->last == diag) diags->last = folding->last;
}

/* Settles the record after the last one that is settled. */
static ys_status settle(ys_folding *folding, ys_diags *diags, ys_arena *arena,
                        ys_diag **link, uint32_t most) {
  ys_diag *diag = *link;
  const bool full = most > 0 && folding->kept[rank_of(diag)] >= most;
  ys_repeat *alike = NULL;
  set_portion(folding, diag);
  if (!full && folding->on && ys_diag_may_fold(diag))
    YS_TRY(ys_repeats_at(&folding->alikes, arena, diag, &alike));
  if (!full && !is_late(alike, diag))
    return keep(folding, diags, arena, link, alike);
  if (alike != NULL) alike->places[0]->more += 1 + diag->more;
  drop(folding, diags, link);
  return YS_OK;
}

ys_status ys_folding_settle(ys_folding *folding, ys_diags *diags,
                            ys_arena *arena, uint32_t most) {
  for (;;) {
    ys_diag **link =
        folding->last == NULL ? &diags->first : &folding->last->next;
    if (*link == NULL) break;
    YS_TRY(settle(folding, diags, arena, link, most));
  }
  if (folding->open) ys_arena_release(&folding->records);
  return YS_OK;
}
