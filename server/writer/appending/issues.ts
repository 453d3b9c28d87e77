import { queryOf } from '#server/store/rows/query.ts'
import { ask, insert, lock, run, type Steps } from '#server/store/rows/steps.ts'
import { appendedTo } from '#server/store/rows/table.ts'
import type { IssueChange } from './issue-change.ts'

/** The issue that a grouping key leads to. */
export interface FoundIssue {
  issueId: number
  /** `issue_grouping.id` */
  groupingId: number
  /** Whether the batch made the issue. */
  isNew: boolean
  /** The number of events that were ever counted into it before. */
  countBefore: number
}

const KEY = { project_id: 'integer', key: 'text' } as const

/**
 * Most events have the same key by either version, and issues that are older than the second have the first. Both lead somewhere
 * where a desk of the release before ran beside this one: the second came first.
 */
const FIND = queryOf(KEY)<{ id: number; issue_id: number; event_count: number | null }>(`
  select issue_grouping.id, issue_grouping.issue_id, issue.event_count
  from issue_grouping left join issue on issue.id = issue_grouping.issue_id
  where issue_grouping.project_id = :project_id and issue_grouping.grouping_version in (1, 2)
    and issue_grouping.grouping_key = :key
  order by issue_grouping.grouping_version desc limit 1`)
/** An issue that was made by version 1. */
const FIND_FORMER = queryOf(KEY)<{ issue_id: number; event_count: number | null }>(`
  select issue_grouping.issue_id, issue.event_count
  from issue_grouping left join issue on issue.id = issue_grouping.issue_id
  where issue_grouping.project_id = :project_id and issue_grouping.grouping_version = 1
    and issue_grouping.grouping_key = :key`)
const FIND_WAITING = queryOf({ ...KEY, build: 'text' })<{ issue_id: number; event_count: number | null }>(`
  select issue_grouping.issue_id, issue.event_count
  from issue_grouping join waiting_stack on waiting_stack.grouping_id = issue_grouping.id
    left join issue on issue.id = issue_grouping.issue_id
  where issue_grouping.project_id = :project_id and issue_grouping.grouping_version in (1, 2)
    and issue_grouping.grouping_key = :key
    and waiting_stack.project_id = :project_id and waiting_stack.build = :build`)
const TAKE_NUMBERS = queryOf({ project_id: 'integer', quantity: 'integer' })(
  'update project set issue_count = issue_count + :quantity where id = :project_id',
)
const FIND_LAST_NUMBER = queryOf({ project_id: 'integer' })<{ number: number }>(
  'select issue_count as number from project where id = :project_id',
)
const ISSUES = appendedTo('issue')([
  ...(['project_id', 'number', 'grouping_version', 'grouping_key', 'type', 'value', 'culprit'] as const),
  ...(['level', 'is_unhandled', 'fault', 'first_seen', 'last_seen', 'event_count'] as const),
])
const GROUPINGS = appendedTo('issue_grouping')(['project_id', 'grouping_version', 'grouping_key', 'issue_id'])

/** Returns the issue of each change, in order, and makes those that are missing. Their events are counted later. */
export function* findIssues(changes: readonly IssueChange[]): Steps<FoundIssue[]> {
  const found = yield* findKnown(changes)
  const unknown = changes.filter((_change, place) => found[place] === undefined)
  const made = (yield* makeUnknown(unknown)).values()
  return found.map((known) => known ?? nextOf(made))
}

function nextOf(made: ArrayIterator<FoundIssue>): FoundIssue {
  const { value } = made.next()
  if (value === undefined) throw new Error('Cannot store event: its issue was not made')
  return value
}

function* findKnown(changes: readonly IssueChange[]): Steps<(FoundIssue | undefined)[]> {
  const rows = yield* ask(FIND, changes.map(keyOf))
  return rows.map(([row]) => row && { ...knownIssue(row), groupingId: row.id })
}

/** Looks for an issue once more after its key is locked, because another process may just have made it. */
function* makeUnknown(changes: readonly IssueChange[]): Steps<FoundIssue[]> {
  if (changes.length === 0) return []
  yield* lock(changes.map(({ projectId, key }) => `issue ${projectId} ${key}`))
  const found = yield* findKnown(changes)
  const unknown = changes.filter((_change, place) => found[place] === undefined)
  const former = yield* findFormer(unknown)
  const adopted = new Map([...(yield* findAdopted(unknown)), ...former])
  const fresh = unknown.filter((change) => !adopted.has(change))
  const ids = yield* insert(ISSUES, yield* numberIssues(fresh))
  const issues = new Map(
    fresh.map((change, place) => [change, { issueId: ids[place] ?? 0, isNew: true, countBefore: 0 }]),
  )
  const targets = unknown.map((change) => ({ change, issue: adopted.get(change) ?? issues.get(change) }))
  const groupingIds = yield* insert(
    GROUPINGS,
    targets.map(({ change: { projectId, version, key }, issue }) => ({
      ...{ project_id: projectId, grouping_version: version, grouping_key: key },
      issue_id: issue?.issueId ?? 0,
    })),
  )
  const made = targets
    .flatMap(({ issue }, place) => (issue ? [{ ...issue, groupingId: groupingIds[place] ?? 0 }] : []))
    .values()
  return found.map((known) => known ?? nextOf(made))
}

/**
 * A key that is new by the latest version leads to the issue that events like this had before: no issue loses its events
 * because names are read otherwise. It is looked for once, since the new key is then the issue's too.
 */
function* findFormer(
  changes: readonly IssueChange[],
): Steps<Map<IssueChange, Omit<FoundIssue, 'groupingId'>>> {
  const asked = changes.flatMap((change) => change.formerKeys.map((key) => ({ change, key })))
  const rows = yield* ask(
    FIND_FORMER,
    asked.map(({ change, key }) => ({ project_id: change.projectId, key })),
  )
  const found = new Map<IssueChange, Omit<FoundIssue, 'groupingId'>>()
  for (const [place, { change }] of asked.entries()) {
    const row = rows[place]?.[0]
    if (row !== undefined && !found.has(change)) found.set(change, knownIssue(row))
  }
  return found
}

function knownIssue({ issue_id, event_count }: { issue_id: number; event_count: number | null }) {
  return { issueId: issue_id, isNew: false, countBefore: Number(event_count) }
}

/**
 * A key of mapped frames that is new leads to the issue that the same events had before their source maps came. Builds
 * must be equal: minified names of another build may be those of other code.
 */
function* findAdopted(
  changes: readonly IssueChange[],
): Steps<Map<IssueChange, Omit<FoundIssue, 'groupingId'>>> {
  const sent = changes.flatMap((change) =>
    change.sentAs.flatMap(({ key, builds }) =>
      builds.map((build) => ({ change, values: { project_id: change.projectId, key, build } })),
    ),
  )
  const rows = yield* ask(
    FIND_WAITING,
    sent.map(({ values }) => values),
  )
  const adopted = new Map<IssueChange, Omit<FoundIssue, 'groupingId'>>()
  for (const [place, { change }] of sent.entries()) {
    const row = rows[place]?.[0]
    if (row === undefined || adopted.has(change)) continue
    adopted.set(change, knownIssue(row))
  }
  return adopted
}

/** Makes the rows of new issues, with the next numbers of their projects. Projects are locked by id, so that no two wait for each other. */
function* numberIssues(changes: readonly IssueChange[]) {
  const byProject = Map.groupBy(changes, ({ projectId }) => projectId)
  const projectIds = [...byProject.keys()].toSorted((a, b) => a - b)
  const taken = yield* run(
    TAKE_NUMBERS,
    projectIds.map((id) => ({ project_id: id, quantity: byProject.get(id)?.length ?? 0 })),
  )
  const last = yield* ask(
    FIND_LAST_NUMBER,
    projectIds.map((id) => ({ project_id: id })),
  )
  const numbers = new Map<number, number>()
  for (const [place, id] of projectIds.entries()) {
    if (taken[place] !== 1) throw new Error(`Cannot store event: project ${id} does not exist`)
    numbers.set(id, Number(last[place]?.[0]?.number) - (byProject.get(id)?.length ?? 0))
  }
  return changes.map((change) => {
    const number = (numbers.get(change.projectId) ?? 0) + 1
    numbers.set(change.projectId, number)
    return rowOf(change, number)
  })
}

function keyOf({ projectId, key }: IssueChange) {
  return { project_id: projectId, key }
}

function rowOf({ projectId, version, key, type, value, culprit, ...change }: IssueChange, number: number) {
  return {
    ...{ project_id: projectId, number, grouping_version: version, grouping_key: key },
    ...{ type, value, culprit, level: change.level, fault: change.fault },
    is_unhandled: change.isUnhandled ? 1 : 0,
    ...{ first_seen: change.firstSeen, last_seen: change.lastSeen, event_count: 0 },
  }
}
