import { listLastIssues, readNewestEvent } from '#server/desk/projects/settings/last-issues.ts'
import type { OwnershipPreview, OwnershipSetting } from '#server/models/settings/ownership.ts'
import { textsOf } from '#server/processing/owners/event-texts.ts'
import { rulesOf } from '#server/processing/owners/ownership.ts'
import { formatShortId } from '#server/protocol/short-id.ts'
import type { Store } from '#server/store/engine/store.ts'

/** Tries rules on the newest event of each of the project's last issues. */
export async function previewOwnership(
  db: Store['db'],
  projectId: number,
  setting: OwnershipSetting,
): Promise<Omit<OwnershipPreview, 'notes'>> {
  const { rules, decide } = rulesOf(setting)
  const issues = rules.length === 0 ? [] : await listLastIssues(db, projectId)
  const taken = new Map(rules.map((rule) => [rule, [] as OwnershipPreview['rules'][number]['issues']]))
  for (const issue of issues) {
    const event = await readNewestEvent(db, issue)
    const rule = event && decide(textsOf(event))
    const { id, type, value } = issue
    if (rule !== undefined) taken.get(rule)?.push({ id, shortId: formatShortId(issue), type, value })
  }
  return {
    tried: issues.length,
    rules: rules.map((rule) => ({ rule: rule.text, owners: rule.owners, issues: taken.get(rule) ?? [] })),
  }
}
