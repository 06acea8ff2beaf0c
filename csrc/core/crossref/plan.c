#include "core/crossref/plan.h"

ys_status ys_plan_init(ys_plan *plan, ys_memory memory, uint32_t members,
                       uint32_t group_count) {
  *plan = (ys_plan){.group_count = group_count};
  ys_arena_init(&plan->arena, memory);
  YS_NEW_LIST(plan->members, &plan->arena, members);
  plan->count = members;
  return YS_OK;
}

void ys_plan_release(ys_plan *plan) {
  ys_arena_release(&plan->arena);
}

static void set_identity(ys_plan_rule *rule, const ys_identity *identity) {
  rule->scope = identity->scope;
  for (uint32_t i = 0; i < identity->count; i++)
    rule->sensitive |= identity->keys[i].sensitive;
}

ys_status ys_plan_set_member(ys_plan *plan, uint32_t member, uint32_t like,
                             const ys_references_of_schema *references) {
  ys_plan_member *made = &plan->members[member];
  YS_NEW_LIST(made->rules, &plan->arena, references->count + 1);
  made->rule_count = references->count;
  for (const ys_refers *r = references->refers; r != NULL;
       r = r->next_of_schema)
    made->rules[r->number - 1].scope = r->scope;
  for (const ys_identity *d = references->identities; d != NULL;
       d = d->next_of_schema) {
    ys_plan_rule *rule = &made->rules[d->number - 1];
    set_identity(rule, d);
    rule->identity = like == member
                         ? ++plan->identity_count
                         : plan->members[like].rules[d->number - 1].identity;
  }
  return YS_OK;
}

ys_plan_group *ys_plan_new_groups(ys_plan *plan, ys_plan_member *member,
                                  uint32_t count) {
  member->groups =
      ys_arena_zalloc(&plan->arena, count + 1, sizeof *member->groups);
  member->group_count = member->groups == NULL ? 0 : count;
  return member->groups;
}

uint32_t *ys_plan_new_targets(ys_plan *plan, ys_plan_rule *rule,
                              uint32_t count) {
  rule->groups = ys_arena_zalloc(&plan->arena, count + 1, sizeof *rule->groups);
  rule->count = rule->groups == NULL ? 0 : count;
  return rule->groups;
}

const ys_plan_rule *ys_plan_find(const ys_plan *plan, uint64_t member,
                                 uint64_t number) {
  if (member >= plan->count || number == 0 ||
      number > plan->members[member].rule_count)
    return NULL;
  return &plan->members[member].rules[number - 1];
}
