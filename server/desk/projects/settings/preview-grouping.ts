import * as v from 'valibot'
import type { Refusal } from '#server/models/refusal.ts'
import type { GroupingPreview, TypedRule } from '#server/models/settings/project-settings.ts'
import { groupingOf } from '#server/processing/grouping/grouping.ts'
import { matchingRule, withRule } from '#server/processing/grouping/rules.ts'
import { projectSettingSchemas } from '#server/protocol/project-settings.ts'
import { formatShortId } from '#server/protocol/short-id.ts'
import type { Store } from '#server/store/engine/store.ts'
import { getProjectSettings } from '#server/store/projects/project-settings.ts'
import { findProjectId } from '#server/store/projects/projects.ts'
import { addRule, readTypedRule, wordGroupingIssue } from './grouping-rules.ts'
import { listLastIssues, readNewestEvent } from './last-issues.ts'

/**
 * Tries a rule at its position on the newest event of each of the project's last issues. Rules see events before they are
 * scrubbed, and these are stored scrubbed, so a rule that matches a secret is not shown to.
 */
export async function previewGrouping(
  { db }: Store,
  slug: string,
  typed: TypedRule,
): Promise<GroupingPreview | Refusal> {
  const project = await findProjectId(db, slug)
  if (project === undefined) return { refusal: 'Cannot preview the rule: the project no longer exists' }
  const { rules: current } = (await getProjectSettings(db, project.id)).grouping
  const asked = readTypedRule(typed)
  if ('message' in asked) return { refusal: `Cannot preview the rule: ${asked.message}`, field: 'match' }
  const list = addRule(current, asked, typed.position)
  if (typeof list === 'string') return { refusal: `Cannot preview the rule: ${list}`, field: 'position' }
  const read = v.safeParse(projectSettingSchemas.grouping, { rules: list })
  if (!read.success) return { refusal: `Cannot preview the rule: ${wordGroupingIssue(read.issues[0])}` }
  const { rules } = read.output
  const index = list.indexOf(asked)
  const issues = await listLastIssues(db, project.id)
  const groups = new Map<string, GroupingPreview['groups'][number]>()
  let matched = 0
  for (const issue of issues) {
    const event = await readNewestEvent(db, issue)
    const rule = event && matchingRule(event, rules)
    if (event === undefined || rule === undefined || rule !== rules[index]) continue
    matched++
    const grouped = withRule(event, rule)
    const key = rule.drop ? '' : groupingOf(grouped).key
    const group = groups.get(key) ?? {
      title: grouped.grouping_rule?.title ?? '',
      isDropped: rule.drop === true,
      issues: [],
    }
    group.issues.push({ id: issue.id, shortId: formatShortId(issue), type: issue.type, value: issue.value })
    groups.set(key, group)
  }
  return { tried: issues.length, matched, groups: [...groups.values()] }
}
