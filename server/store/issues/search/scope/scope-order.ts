import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { IssueGrowth } from '#server/store/issues/search/growth.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { countInScope, type EventScope } from './scope-counts.ts'
import { countUsersInScope } from './scope-users.ts'

/** Counted between two turns of the event loop: some 2 ms. The users of an issue are of more rows than its events. */
const ISSUES_AT_ONCE = { events: 250, users: 50 }
const MOST_REMEMBERED = 20

const remembered = new WeakMap<Kysely<Database>, LRUCache<string, Promise<IssueGrowth[]>>>()

interface OrderedScope {
  scope: EventScope
  by: 'events' | 'users'
}

/**
 * Lists the issues with events in a scope, those with the most events or users first. As for growth, counting is done in
 * slices, and once a minute at most.
 */
export function readScopeOrder(
  db: Kysely<Database>,
  ordered: OrderedScope,
  now: number,
): Promise<readonly IssueGrowth[]> {
  const cache = remembered.get(db) ?? new LRUCache({ max: MOST_REMEMBERED })
  remembered.set(db, cache)
  const name = JSON.stringify([ordered, Math.floor(now / MINUTE_MS)])
  const known = cache.get(name)
  if (known) return known
  const order = countAll(db, ordered)
  cache.set(name, order)
  order.catch(() => cache.delete(name)) // whoever asked is told; the next one tries again
  return order
}

async function countAll(db: Kysely<Database>, { scope, by }: OrderedScope): Promise<IssueGrowth[]> {
  const limit = ISSUES_AT_ONCE[by]
  const pairs: IssueGrowth[] = []
  for (let afterId = 0; ; ) {
    const issues = await listSeenSince(db, { afterId, since: scope.from ?? 0, limit })
    const counts =
      by === 'events'
        ? await countInScope(db, issues, scope)
        : (await countUsersInScope(db, issues, scope)).map(({ count }) => count)
    for (const [index, { id }] of issues.entries()) pairs.push([id, counts[index] ?? 0])
    const last = issues.at(-1)
    if (issues.length < limit || !last) return pairs.sort(([a, x], [b, y]) => y - x || b - a)
    afterId = last.id
    await new Promise((resolve) => setImmediate(resolve))
  }
}

interface SeenSince {
  afterId: number
  since: number
  limit: number
}

const listSeenSince = prepareQuery((db, { afterId, since, limit }: SeenSince) =>
  db
    .selectFrom('issue')
    .select(['id', 'project_id as projectId', 'user_count as userCount'])
    .select(['first_seen as firstSeen', 'last_seen as lastSeen'])
    .where('id', '>', afterId)
    .where('last_seen', '>=', since)
    .orderBy('id')
    .limit(limit),
)
