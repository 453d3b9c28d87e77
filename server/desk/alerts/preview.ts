import type { Kysely } from 'kysely'
import { issuePath } from '#renderer/paths.ts'
import { type PastTold, PREVIEW_DAYS, previewRule } from '#server/alerts/decide/preview.ts'
import { type NoPreview, RULE_SUBJECTS, type Rule, type RulePreview } from '#server/models/alerts/rules.ts'
import { formatShortId } from '#server/protocol/short-id.ts'
import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import { listByIds } from '#server/store/alerts/told-issues.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** Says what a rule would have sent in the last days, of what `db` shows. */
export async function makePreview(
  db: Kysely<Database>,
  { rule, now }: { rule: Rule; now: number },
): Promise<RulePreview | NoPreview> {
  const made = await previewRule(db, { rule, now })
  if ('unknown' in made) return made
  const { messages, latest, note } = made
  const first = now - PREVIEW_DAYS * DAY_MS
  const perDay = Array.from({ length: PREVIEW_DAYS }, () => 0)
  for (const { at } of messages) {
    const day = Math.min(PREVIEW_DAYS - 1, Math.max(0, Math.floor((at - first) / DAY_MS)))
    perDay[day] = (perDay[day] ?? 0) + 1
  }
  const perHour = [...Map.groupBy(messages, ({ at }) => Math.floor(at / HOUR_MS)).values()]
  return {
    days: PREVIEW_DAYS,
    messages: messages.length,
    kind: rule.happening === 'slower-release' ? 'route' : RULE_SUBJECTS[rule.happening],
    subjects: new Set(messages.flatMap(({ keys }) => keys)).size,
    busiestHour: Math.max(0, ...perHour.map(({ length }) => length)),
    perDay,
    latest: await nameLatest(db, latest),
    ...(note !== undefined && { note }),
  }
}

async function nameLatest(db: Kysely<Database>, latest: readonly PastTold[]): Promise<RulePreview['latest']> {
  const ids = latest.flatMap(({ key }) => (typeof key === 'number' ? [key] : []))
  const issues = new Map((await listByIds(db, ids)).map((issue) => [issue.id, issue]))
  return latest.flatMap(({ key, at, occurrence }) => {
    if (occurrence !== undefined) {
      const { beginning, subject } = occurrence
      return [{ name: subject.title, title: `${beginning}. ${subject.detail}`, at, path: subject.url }]
    }
    const issue = typeof key === 'number' ? issues.get(key) : undefined
    if (issue === undefined) return []
    const title = issue.value === '' ? issue.type : `${issue.type}: ${issue.value}`
    return [{ name: formatShortId(issue), title, at, path: issuePath(issue.id) }]
  })
}
