import type { Kysely } from 'kysely'
import { examples, otherExamples } from '#renderer/texts/search/search-examples.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { addressesOf } from '#tests/support/browser/page-addresses.ts'
import { scalePages } from '#tests/support/fill/scale-pages.ts'

/** Addresses of every page, by its folder, in the demo's project: what tests, benches and the help of searches ask for. */
export async function listAddresses(db: Kysely<Database>): Promise<Map<string, string[]>> {
  const event = await db
    .selectFrom('event')
    .innerJoin('digest', 'digest.event_row_id', 'event.id')
    .innerJoin('segment', 'segment.trace_id', 'event.trace_id')
    .select(['event.event_id', 'event.issue_id', 'event.trace_id', 'digest.digest', 'segment.name'])
    .orderBy('event.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const issueId = event.issue_id
  const sample = {
    ...{ rowId: 0, projectId: 2, projectSlug: 'demo', issueId, eventId: event.event_id },
    ...{ traceId: event.trace_id ?? '', digest: event.digest, unknown: 'K7Q2MX-000000' },
    ...{ largeIssueId: issueId, taggedIssueId: issueId },
  }
  const asked = [
    ...Object.values(addressesOf({ issueId: String(issueId), eventId: event.event_id })).flat(),
    ...scalePages.map(({ path }) => path(sample)),
    ...searches('/issues', examples),
    ...otherExamples.flatMap((each) => searches(`/${each.list}`, [each])),
    ...['/releases/demo/shop@2.5.0', '/monitors/demo/search-reindex', '/users/id:1001?project=demo'],
    ...['', '&cursor=x', '&sort=slowest&statsPeriod=14d'].map((rest) => `/traces?query=&project=demo${rest}`),
    `/performance/route?project=demo&name=${encodeURIComponent(event.name)}&op=http.server&side=server&statsPeriod=14d`,
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
