import { createDesk } from '#server/desk/create-desk.ts'
import type { Desk } from '#server/desk/desk.ts'
import { searchIssues } from '#server/desk/issues/search.ts'
import type { Store } from '#server/store/engine/store.ts'
import { SCALE_LARGE_EVENT, SCALE_TAGGED_EVENT } from './fill-scale-rest.ts'
import { randomHex } from './seeded-random.ts'

export interface ScaleQuery {
  name: string
  run(sample: Sample): Promise<unknown>
}

/** One event of the store, and what else may be asked for with it. */
export interface Sample {
  rowId: number
  projectId: number
  projectSlug: string
  issueId: number
  eventId: string
  traceId: string
  /** Of an event that has one. */
  digest: string
  /** Known to nothing. */
  unknown: string
  /** Of what was made for them: fill-scale-rest.ts. */
  largeIssueId: number
  taggedIssueId: number
}

const LONG_PAGE = 50

const SEARCHES: { query: string; sort?: string }[] = [
  { query: 'is:unresolved' },
  { query: 'is:unresolved', sort: 'freq' },
  { query: 'is:unresolved', sort: 'user' },
  { query: 'is:unresolved', sort: 'trends' },
  { query: 'is:unresolved level:error timesSeen:>100 firstSeen:-7d' },
  { query: 'is:unresolved environment:production !browser.name:Firefox' },
  { query: 'is:resolved' },
  { query: 'release:latest' },
  { query: 'error checkout' },
  { query: '"cannot read"' },
]

/** What stands behind the pages: one line a query. */
export function scaleQueries(store: Store, now: number): ScaleQuery[] {
  const desk = openDesk(store, now)
  return [
    { name: 'issues, first page', run: () => desk.issues.list({ limit: LONG_PAGE }) },
    {
      name: 'issues of a project',
      run: ({ projectSlug }) => desk.issues.list({ limit: LONG_PAGE, projectSlug }),
    },
    { name: 'issues, a further page', run: ({ rowId }) => listFurther(desk, rowId) },
    { name: 'issue', run: ({ issueId }) => desk.issues.find(issueId) },
    { name: 'issue, its newest event', run: ({ issueId }) => desk.events.find(issueId, 'latest') },
    { name: 'issue, its events', run: ({ issueId }) => desk.events.list(issueId, { limit: 20 }) },
    { name: 'event with its neighbours', run: ({ issueId, eventId }) => desk.events.find(issueId, eventId) },
    {
      name: 'event by project and id',
      run: ({ projectId, eventId }) => desk.events.findInProject(projectId, eventId),
    },
    { name: 'digest', run: ({ digest }) => desk.search.findByDigest(digest) },
    { name: 'digest, half of one', run: ({ digest }) => desk.search.findByDigest(digest.slice(0, 6)) },
    { name: 'digest that nothing has', run: ({ unknown }) => desk.search.findByDigest(unknown) },
    {
      name: 'digest, both sides of its failure',
      run: ({ digest }) => findSides(desk, digest),
    },
    ...SEARCHES.map(({ query, sort }) => ({
      name: `search ${query}${sort === undefined ? '' : ` by ${sort}`}`,
      // as it is before a desk remembers it
      run: () => searchIssues(store, () => now, { limit: LONG_PAGE, query, ...(sort && { sort }) }),
    })),
    { name: 'issue, its tags', run: ({ issueId }) => desk.issues.listTags(issueId) },
    { name: 'issue, its handling', run: ({ issueId }) => desk.issues.findHandling(issueId) },
    { name: 'tags to search for', run: () => desk.issues.listTagKeys() },
    { name: 'storage by project', run: () => desk.usage.listStorage() },
    { name: 'issue, its oldest event', run: ({ issueId }) => desk.events.findOldestArrival(issueId) },
    { name: 'trace', run: ({ traceId }) => desk.traces.read(traceId) },
    {
      name: 'people of a project, 14 days',
      run: ({ projectId }) =>
        desk.projects.countUsers([projectId], { start: now - 14 * 86_400_000, end: now }),
    },
    { name: 'projects', run: () => desk.projects.list() },
    { name: 'project', run: ({ projectSlug }) => desk.projects.find(projectSlug) },
  ]
}

function openDesk(store: Store, now: number): Desk {
  const viewer = { id: 1, email: 'bench@example.test', role: 'owner' as const }
  return createDesk({ store, sees: 'all', viewer, publicUrl: 'http://localhost', clock: () => now })
}

async function findSides(desk: Desk, digest: string): Promise<unknown> {
  const match = await desk.search.findByDigest(digest)
  const event = match?.kind === 'event' ? await desk.events.find(match.issueId, match.eventId) : undefined
  return event && desk.events.listRelated(event)
}

async function listFurther(desk: Desk, seed: number): Promise<unknown> {
  const { nextCursor } = await desk.issues.list({ limit: 1 + (seed % LONG_PAGE) })
  return desk.issues.list({ limit: LONG_PAGE, ...(nextCursor === null ? {} : { cursor: nextCursor }) })
}

/** Events from everywhere in the store, so that issues come as often as they have events. */
export async function takeSamples(store: Store, count: number, random: () => number): Promise<Sample[]> {
  const { last } = await store.db
    .selectFrom('event')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  const made = {
    largeIssueId: await findIssueOf(store, SCALE_LARGE_EVENT),
    taggedIssueId: await findIssueOf(store, SCALE_TAGGED_EVENT),
  }
  const samples: Sample[] = []
  while (samples.length < count) {
    const from = Math.floor(random() * Number(last))
    const event = await store.db
      .selectFrom('event')
      .innerJoin('project', 'project.id', 'event.project_id')
      .select([
        'event.id as rowId',
        'event.project_id as projectId',
        'project.slug as projectSlug',
        'event.issue_id as issueId',
        'event.event_id as eventId',
        'event.trace_id as traceId',
      ])
      .where('event.id', '>', from)
      .orderBy('event.id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const { digest } = await store.db
      .selectFrom('digest')
      .select('digest')
      .where('event_row_id', '<=', Math.max(from, 1_000))
      .orderBy('event_row_id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    samples.push({ ...event, traceId: event.traceId ?? '', digest, unknown: randomHex(random, 10), ...made })
  }
  return samples
}

async function findIssueOf(store: Store, eventId: string): Promise<number> {
  const event = store.db.selectFrom('event').select('issue_id').where('event_id', '=', eventId)
  return (await event.executeTakeFirstOrThrow()).issue_id
}
