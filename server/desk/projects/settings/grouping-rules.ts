import * as v from 'valibot'
import type { AskedRule, SettingChange, TypedRule } from '#server/models/settings/project-settings.ts'
import type { GroupingRule } from '#server/protocol/grouping-rule.ts'
import type { ProjectSettings, projectSettingSchemas } from '#server/protocol/project-settings.ts'

type Grouping = typeof projectSettingSchemas.grouping

/** Reads `type=*Error` as a matcher. Gives the text that is none instead. */
export function parseMatchers(texts: readonly string[]): { key: string; glob: string }[] | { wrong: string } {
  const matchers: { key: string; glob: string }[] = []
  for (const text of texts) {
    const [, key = '', glob = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? []
    if (key === '') return { wrong: text }
    matchers.push({ key, glob })
  }
  return matchers
}

/** Puts a rule at its position, or last; gives what is wrong with the position instead. */
export function addRule(
  rules: readonly GroupingRule[],
  rule: AskedRule,
  position: string | undefined,
): AskedRule[] | string {
  if (position === undefined) return [...rules, rule]
  const place = parsePosition(position, rules.length + 1)
  if (typeof place === 'string') return place
  return [...rules.slice(0, place - 1), rule, ...rules.slice(place - 1)]
}

export function removeRule(rules: readonly GroupingRule[], position: string): GroupingRule[] | string {
  const place = parsePosition(position, rules.length)
  return typeof place === 'string' ? place : rules.toSpliced(place - 1, 1)
}

function parsePosition(text: string, last: number): number | string {
  const position = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (position >= 1 && position <= last) return position
  return last === 0 ? 'the project has no rules' : `position "${text}" is not a number from 1 to ${last}`
}

/** The rule's index in the list is left out, since the author did not write it. */
export function wordGroupingIssue(issue: v.InferIssue<Grouping>): string {
  return wordGroupingPath(v.getDotPath(issue) ?? undefined, issue.message)
}

export function wordGroupingPath(path: string | undefined, message: string): string {
  const place = path?.replace(/^rules(?:\.\d+)?\.?/, '') ?? ''
  return place === '' ? message : `${place}: ${message}`
}

/** Reads a rule as somebody typed it; `message` says what is wrong with its matchers. */
export function readTypedRule({ match, rule }: TypedRule): AskedRule | { message: string } {
  const matchers = parseMatchers(match)
  return 'wrong' in matchers
    ? { message: `"${matchers.wrong}" is not KEY=PATTERN, such as type=*Error` }
    : { match: matchers, ...rule }
}

/** Calls what is wrong by the field of the rule: `match` or `position`, for example. */
export function byField(
  change: SettingChange<ProjectSettings['grouping']>,
): SettingChange<ProjectSettings['grouping']> {
  if (change.kind !== 'wrong') return change
  const { path, message } = change
  const field = path === undefined ? 'position' : path.split('.')[2]
  return { kind: 'wrong', path: field, message: wordGroupingPath(path, message) }
}
