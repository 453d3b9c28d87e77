import type { RateLimitRule } from '#server/protocol/project-settings.ts'

/** Adds limits. There is one for each window, category and scope, so one of the same place is replaced. */
export function withRules(
  rules: readonly RateLimitRule[],
  changed: readonly RateLimitRule[],
): RateLimitRule[] {
  return [...rules.filter((rule) => !changed.some((other) => isSamePlace(rule, other))), ...changed]
}

function isSamePlace(one: RateLimitRule, other: RateLimitRule): boolean {
  return one.per === other.per && one.scope === other.scope && one.category === other.category
}
