import type { Kysely } from 'kysely'
import { RULE_SUBJECTS, type Rule, type RuleSubject } from '#server/models/alerts/rules.ts'
import type { Database } from '#server/store/schema/schema.ts'

type Kind = RuleSubject['kind']

/** What rules can be about alone: monitors, and then checks, so many of each by name. */
export async function listSubjects(db: Kysely<Database>, limit: number): Promise<RuleSubject[]> {
  const list = async (kind: Kind) => {
    const rows = await selectSubjects(db, kind)
      .orderBy('subject.name')
      .orderBy('subject.id')
      .limit(limit)
      .execute()
    return rows.map((row) => toSubject(row, kind))
  }
  return [...(await list('monitor')), ...(await list('check'))]
}

export async function findSubject(
  db: Kysely<Database>,
  kind: Kind,
  id: number,
): Promise<RuleSubject | undefined> {
  const row = await selectSubjects(db, kind)
    .where('subject.id', '=', Number.isSafeInteger(id) ? id : 0)
    .executeTakeFirst()
  return row && toSubject(row, kind)
}

/** Gives the name of what a rule is about alone, where there is such a one. */
export async function readSubjectNames(
  db: Kysely<Database>,
  rules: readonly Pick<Rule, 'happening' | 'subjectId'>[],
): Promise<(rule: Pick<Rule, 'happening' | 'subjectId'>) => string | null> {
  const read = async (kind: Kind) => {
    const ids = rules.flatMap(({ happening, subjectId }) =>
      RULE_SUBJECTS[happening] === kind ? (subjectId ?? []) : [],
    )
    if (ids.length === 0) return new Map<number, string>()
    const rows = await selectSubjects(db, kind).where('subject.id', 'in', ids).execute()
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
  const names = { monitor: await read('monitor'), check: await read('check') }
  return ({ happening, subjectId }) => {
    const kind = RULE_SUBJECTS[happening]
    return (kind === 'monitor' || kind === 'check') && subjectId !== null
      ? (names[kind].get(subjectId) ?? null)
      : null
  }
}

function selectSubjects(db: Kysely<Database>, kind: Kind) {
  const subjects =
    kind === 'monitor'
      ? db.selectFrom('monitor').select(['id', 'project_id', 'slug as name'])
      : db.selectFrom('uptime_check').select(['id', 'project_id', 'name'])
  return db
    .selectFrom(subjects.as('subject'))
    .innerJoin('project', 'project.id', 'subject.project_id')
    .select(['subject.id', 'subject.name', 'project.id as projectId'])
    .select(['project.slug as projectSlug', 'project.name as projectName'])
}

function toSubject(
  row: { id: number; name: string; projectId: number; projectSlug: string; projectName: string },
  kind: Kind,
): RuleSubject {
  const { id, name, projectId, projectSlug, projectName } = row
  return { kind, id, name, project: { id: projectId, slug: projectSlug, name: projectName } }
}
