import type { Transaction } from 'kysely'
import { addDailyUsers, NO_USERS } from '#server/processing/sketches/daily-users.ts'
import { addToSketch, countDistinct, EMPTY_SKETCH } from '#server/processing/sketches/distinct-count.ts'
import { hashUser, userNameOf } from '#server/processing/user-hash.ts'
import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { CountedEvent } from './recounted-tags.ts'

/** Users are counted as in server/writer/aggregates/users.ts: those of an issue, and those of each day. */
export async function addUsers(
  trx: Transaction<Database>,
  projectId: number,
  issueId: number,
  events: readonly CountedEvent[],
): Promise<void> {
  const users = events.flatMap(({ receivedAt, event }) => {
    const name = event && userNameOf(event)
    if (name === undefined) return []
    const { environment = '', release = '' } = event ?? {}
    return [{ hash: hashUser(name), receivedAt, environment, release }]
  })
  if (users.length === 0) return
  const known = await findSketch(trx, projectId, issueId)
  const hashes = users.map(({ hash }) => hash)
  const sketch = addToSketch(known ?? EMPTY_SKETCH, hashes)
  await trx
    .insertInto('issue_user')
    .values({ project_id: projectId, issue_id: issueId, sketch })
    .onConflict((oc) => oc.columns(['project_id', 'issue_id']).doUpdateSet({ sketch }))
    .execute()
  await addDays(trx, { project_id: projectId, issue_id: issueId }, users)
}

interface Hit {
  hash: number
  receivedAt: number
  environment: string
  release: string
}

async function addDays(
  trx: Transaction<Database>,
  issue: { project_id: number; issue_id: number },
  hits: readonly Hit[],
): Promise<void> {
  const ofDays = Map.groupBy(hits, ({ receivedAt, environment, release }) =>
    JSON.stringify([Math.floor(receivedAt / DAY_MS), environment, release]),
  )
  for (const [name, ofDay] of ofDays) {
    const [day, environment, release] = JSON.parse(name) as [number, string, string] // written above
    const key = { ...issue, day, environment, release }
    const users = new Map<number, number>()
    for (const { hash, receivedAt } of ofDay) {
      users.set(hash, (users.get(hash) ?? 0) | (1 << Math.floor((receivedAt % DAY_MS) / HOUR_MS)))
    }
    const known = await trx
      .selectFrom('issue_scope_user')
      .select('sketch')
      .where((eb) => eb.and(key))
      .executeTakeFirst()
    const { sketch } = addDailyUsers(known?.sketch ?? NO_USERS, users)
    await trx
      .insertInto('issue_scope_user')
      .values({ ...key, sketch })
      .onConflict((oc) =>
        oc.columns(['project_id', 'issue_id', 'day', 'environment', 'release']).doUpdateSet({ sketch }),
      )
      .execute()
  }
}

/** The number of users that are counted under the id. */
export async function countUsers(
  trx: Transaction<Database>,
  projectId: number,
  issueId: number,
): Promise<number> {
  const sketch = await findSketch(trx, projectId, issueId)
  return sketch === undefined ? 0 : countDistinct(sketch)
}

async function findSketch(trx: Transaction<Database>, projectId: number, issueId: number) {
  const row = await trx
    .selectFrom('issue_user')
    .select('sketch')
    .where('project_id', '=', projectId)
    .where('issue_id', '=', issueId)
    .executeTakeFirst()
  return row?.sketch
}
