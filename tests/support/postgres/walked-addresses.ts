import type { Kysely } from 'kysely'
import { examples, otherExamples } from '#renderer/texts/search/search-examples.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { addressesOf } from '#tests/support/browser/pages/page-addresses.ts'
import { scalePages } from '#tests/support/fill/scale-pages.ts'

/** An event of the demo with a trace and a digest, and what else may be asked for with it. */
export type AskedEvent = Awaited<ReturnType<typeof findAskedEvent>>

export async function findAskedEvent(db: Kysely<Database>, projectId?: number) {
  const { trace, ...event } = await db
    .selectFrom('event')
    .innerJoin('digest', 'digest.event_row_id', 'event.id')
    .innerJoin('segment', 'segment.trace_id', 'event.trace_id')
    .select(['event.id as rowId', 'event.event_id as eventId', 'event.issue_id as issueId'])
    .select(['event.trace_id as trace', 'event.project_id as projectId', 'digest.digest'])
    .$if(projectId !== undefined, (query) => query.where('event.project_id', '=', projectId ?? 0))
    .orderBy('event.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { issueId } = event
  const named = { projectSlug: 'demo', traceId: trace ?? '', unknown: 'K7Q2MX-000000' }
  return { ...event, ...named, largeIssueId: issueId, taggedIssueId: issueId }
}

/** Addresses of pages about the demo, by their first folder: what tests, benches and the help of searches ask for. */
export function pageAddressesOf(event: AskedEvent): Map<string, string[]> {
  const { issueId, eventId } = event
  const asked = [
    ...Object.values(addressesOf({ issueId: String(issueId), eventId })).flat(),
    ...scalePages.map(({ path }) => path(event)),
    ...searches('/issues', examples),
    ...otherExamples.flatMap((each) => searches(`/${each.list}`, [each])),
    ...['/releases/demo/shop@2.5.0', '/monitors/demo/search-reindex', '/users/id:1001?project=demo'],
    ...['', '&cursor=x', '&sort=slowest&statsPeriod=14d'].map((rest) => `/traces?query=&project=demo${rest}`),
    '/performance/route?project=demo&name=GET+%2Fapi%2Fcart&op=http.server&side=server&statsPeriod=14d',
  ]
  const addresses = asked.map((address) =>
    address.replaceAll(/\bshop(?:-2)?(?=[&/]|$)/g, 'demo').replaceAll('DEMO', 'demo'),
  )
  return Map.groupBy(new Set(addresses), (address) => `/${address.split(/[/?]/)[1]}`)
}

function searches(path: string, groups: { rows: [query: string, meaning: string][] }[]): string[] {
  return groups.flatMap(({ rows }) =>
    rows.map(([query]) => `${path}?query=${encodeURIComponent(query)}&statsPeriod=14d`),
  )
}
