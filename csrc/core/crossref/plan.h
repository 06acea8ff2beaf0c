#pragma once

/*
 * core/crossref/plan.h - The plan of a configuration: the names that each
 * document lists for others, and the names that decide about each reference. It
 * is made once, for all schemas of the configuration.
 *
 * Call ys_plan_init; then ys_plan_set_member for each member, in order; then
 * ys_plan_new_groups and ys_plan_new_targets, and fill what they give.
 */

#include "core/type/refers.h"

/* Names of one place in the documents of a member, which others refer to. */
typedef struct ys_plan_group {
  uint32_t number; /* of the names, below `group_count` of the plan */
  ys_str path;     /* from the root of a document */
  bool in_file, in_configuration; /* which documents refer to them */
  bool sensitive;                 /* they must not be stored */
} ys_plan_group;

/* The part of a reference or an identity that other documents decide. */
typedef struct ys_plan_rule {
  ys_scope scope;
  uint32_t identity; /* which it is, from 1; 0: it is a reference … */
  uint32_t count;    /* … to names of one of these groups */
  uint32_t *groups;
  bool sensitive; /* as of ys_plan_group */
} ys_plan_rule;

/* Documents that are validated by one schema, or as one kind. */
typedef struct ys_plan_member {
  uint32_t group_count, rule_count;
  ys_plan_group *groups;
  ys_plan_rule *rules; /* the one with the number n is at n - 1 */
} ys_plan_member;

typedef struct ys_plan {
  ys_arena arena;
  uint32_t count, group_count, identity_count;
  ys_plan_member *members;
} ys_plan;

/* Makes a plan without groups. It must be released also after YS_NOMEM. */
ys_status ys_plan_init(ys_plan *plan, ys_memory memory, uint32_t members,
                       uint32_t group_count);
void ys_plan_release(ys_plan *plan);

/* Gives a member the references and identities of its schema. `like` is the
 * first member with this schema, or the member itself: their identities are the
 * same. */
ys_status ys_plan_set_member(ys_plan *plan, uint32_t member, uint32_t like,
                             const ys_references_of_schema *references);

/* Give groups to a member, or the groups of names to a reference; zeroed, to be
 * filled. NULL: out of memory. */
ys_plan_group *ys_plan_new_groups(ys_plan *plan, ys_plan_member *member,
                                  uint32_t count);
uint32_t *ys_plan_new_targets(ys_plan *plan, ys_plan_rule *rule,
                              uint32_t count);

/* The rule of a member with this number, or NULL. */
const ys_plan_rule *ys_plan_find(const ys_plan *plan, uint64_t member,
                                 uint64_t number);
