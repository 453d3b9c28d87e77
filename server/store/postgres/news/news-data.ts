import * as v from 'valibot'
import type { IssueChange } from '#server/models/issue-changes.ts'
import type { Arrival, NewsItem } from '#server/store/engine/news.ts'

/** Every process reads every row, so a longer row is replaced by one that only says that something happened. */
const MOST_CHARACTERS = 8_000
/** A longer list is replaced by an empty one, which means all projects. */
const MOST_UNKNOWN_PROJECTS = 500

const ids = v.array(v.number())
const changeSchema = v.object({
  kind: v.custom<IssueChange['kind']>((kind) => typeof kind === 'string'), // pages know which they know
  by: v.nullable(v.string()),
  issueIds: ids,
  projectIds: ids,
})
const dataSchema = v.union([
  v.object({
    arrivals: v.array(v.tuple([v.number(), v.number(), v.number(), v.boolean()])),
    logs: v.array(v.tuple([v.number(), v.number()])),
  }),
  v.object({ change: changeSchema }),
  v.object({ unknown: ids }),
])

const textSchema = v.pipe(v.string(), v.parseJson(), dataSchema)

export function formatNews(item: NewsItem): string {
  const text = JSON.stringify(dataOf(item))
  return text.length <= MOST_CHARACTERS ? text : JSON.stringify({ unknown: projectsOf(item) })
}

/** What another version of the program wrote may be unknown. */
export function parseNews(text: string): NewsItem {
  const { success, output } = v.safeParse(textSchema, text)
  if (!success) return { kind: 'unknown', projectIds: [] }
  if ('unknown' in output) return { kind: 'unknown', projectIds: output.unknown }
  if ('change' in output) return { kind: 'changed', change: output.change }
  const arrivals = output.arrivals.map(toArrival)
  const logs = output.logs.map(([projectId, quantity]) => ({ projectId, quantity }))
  return { kind: 'counted', arrivals, logs }
}

/** Lists without names are half as long. */
function dataOf(item: NewsItem): v.InferInput<typeof dataSchema> {
  switch (item.kind) {
    case 'counted':
      return {
        arrivals: item.arrivals.map(fromArrival),
        logs: item.logs.map(({ projectId, quantity }): [number, number] => [projectId, quantity]),
      }
    case 'changed': {
      const { kind, by, issueIds, projectIds } = item.change
      return { change: { kind, by, issueIds: [...issueIds], projectIds: [...projectIds] } }
    }
    case 'unknown':
      return { unknown: projectsOf(item) }
  }
}

type ArrivalData = [projectId: number, issueId: number, eventCount: number, isNew: boolean]

function fromArrival({ projectId, issueId, eventCount, isNew }: Arrival): ArrivalData {
  return [projectId, issueId, eventCount, isNew]
}

function toArrival([projectId, issueId, eventCount, isNew]: ArrivalData): Arrival {
  return { projectId, issueId, eventCount, isNew }
}

/** An empty list means all projects. */
function projectsOf(item: NewsItem): number[] {
  const projectIds = new Set(allProjectsOf(item))
  return projectIds.size > MOST_UNKNOWN_PROJECTS ? [] : [...projectIds]
}

function allProjectsOf(item: NewsItem): readonly number[] {
  switch (item.kind) {
    case 'counted':
      return [...item.arrivals, ...item.logs].map(({ projectId }) => projectId)
    case 'changed':
      return item.change.projectIds
    case 'unknown':
      return item.projectIds
  }
}
