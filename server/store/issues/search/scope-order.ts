import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { IssueGrowth } from './growth.ts'
import { countInScope, type EventScope } from './scope-counts.ts'

/** Counted between two turns of the event loop: some 2 ms. */
const ISSUES_AT_ONCE = 250
const MOST_REMEMBERED = 20

const remembered = new WeakMap<Kysely<Database>, LRUCache<string, Promise<IssueGrowth[]>>>()

/**
 * Lists the issues with events in a scope, those with the most first. As for growth, counting is done in slices, and once
 * a minute at most.
 */
export function readScopeOrder(
  db: Kysely<Database>,
  scope: EventScope,
  now: number,
): Promise<readonly IssueGrowth[]> {
  const cache = remembered.get(db) ?? new LRUCache({ max: MOST_REMEMBERED })
  remembered.set(db, cache)
  const name = JSON.stringify([scope, Math.floor(now / MINUTE_MS)])
  const known = cache.get(name)
  if (known) return known
  const order = countAll(db, scope)
  cache.set(name, order)
  order.catch(() => cache.delete(name)) // whoever asked is told; the next one tries again
  return order
}

async function countAll(db: Kysely<Database>, scope: EventScope): Promise<IssueGrowth[]> {
  const pairs: IssueGrowth[] = []
  for (let afterId = 0; ; ) {
    const issues = await listSeenSince(db, { afterId, since: scope.from ?? 0 })
    const counts = issues.length === 0 ? [] : await countInScope(db, issues, scope)
    for (const [index, { id }] of issues.entries()) pairs.push([id, counts[index] ?? 0])
    const last = issues.at(-1)
    if (issues.length < ISSUES_AT_ONCE || !last) return pairs.sort(([a, x], [b, y]) => y - x || b - a)
    afterId = last.id
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const listSeenSince = prepareQuery((db, { afterId, since }: { afterId: number; since: number }) =>
  db
    .selectFrom('issue')
    .select(['id', 'project_id as projectId'])
    .where('id', '>', afterId)
    .where('last_seen', '>=', since)
    .orderBy('id')
    .limit(ISSUES_AT_ONCE),
)
