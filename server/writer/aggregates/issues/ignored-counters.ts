import type { IssueState } from '#server/processing/life-cycle.ts'
import { HOUR_MS, MINUTE_MS } from '#server/protocol/time.ts'
import { type Query, queryOf } from '#server/store/rows/query.ts'
import { ask, run, type Steps } from '#server/store/rows/steps.ts'
import type { Occurrences, StoredEvent } from '#server/writer/aggregates/delta.ts'

/** How much there is of what an ignored issue waits for. */
interface Seen {
  /** The count up to and including each event of the batch. */
  seen: readonly number[]
  /** The count to keep for the next batch. */
  kept: number
}

interface Wanted {
  periodMs: number
  /** Undefined where all environments count. */
  environment?: string
}

const ISSUE = { project_id: 'integer', issue_id: 'integer' } as const

const COUNT_RECENT = queryOf({ issue_id: 'integer', since: 'integer', most: 'integer' })<{ events: number }>(`
  select count(*) as events from (
    select 1 from event where issue_id = :issue_id and received_at > :since
    order by received_at desc limit :most
  ) as recent`)
// Events of all other environments may lie in a period, so whole hours are counted by their sums.
const COUNT_HOURS_IN = queryOf({ ...ISSUE, hour: 'integer', environment: 'text' })<{ events: number }>(`
  select coalesce(sum(event_count), 0) as events from issue_scope_hour
  where project_id = :project_id and issue_id = :issue_id and hour > :hour and environment = :environment`)
const COUNT_BETWEEN_IN = queryOf({
  ...{ issue_id: 'integer', since: 'integer', until: 'integer', environment: 'text' },
})<{ events: number }>(`
  select count(*) as events from event
  where issue_id = :issue_id and received_at > :since and received_at < :until and environment = :environment`)
const COUNT_HOUR = queryOf({ ...ISSUE, hour: 'integer' })<{ events: number }>(`
  select event_count as events from issue_hour
  where project_id = :project_id and issue_id = :issue_id and hour = :hour`)
const ADD_USER = queryOf({ ...ISSUE, user_key: 'text' })(`
  insert into issue_ignored_user (project_id, issue_id, user_key) values (:project_id, :issue_id, :user_key)
  on conflict (project_id, issue_id, user_key) do nothing`)
const NOTE_USER = queryOf({ ...ISSUE, user_key: 'text', last_at: 'integer' })(`
  insert into issue_ignored_user (project_id, issue_id, user_key, last_at)
  values (:project_id, :issue_id, :user_key, :last_at)
  on conflict (project_id, issue_id, user_key) do update set last_at = excluded.last_at
    where issue_ignored_user.last_at < excluded.last_at`)
const FORGET_USERS = queryOf({ ...ISSUE, last_at: 'integer' })(`
  delete from issue_ignored_user
  where project_id = :project_id and issue_id = :issue_id and last_at <= :last_at`)
const COUNT_USERS = queryOf(ISSUE)<{ users: number }>(`
  select count(*) as users from issue_ignored_user where project_id = :project_id and issue_id = :issue_id`)

/** `before` is what was remembered: the events or the users since the issue was ignored. */
export function* countSeen(state: IssueState, occurrences: Occurrences, before: number): Steps<Seen> {
  const until = state.status === 'ignored' ? state.until : undefined
  switch (until?.kind) {
    case 'events':
      return until.periodMinutes === null
        ? countEvents(before, occurrences, until.environment)
        : yield* countInPeriod(before, occurrences, { ...until, periodMs: until.periodMinutes * MINUTE_MS })
    case 'users':
      return until.periodMinutes
        ? yield* countRecentUsers(occurrences, before, {
            ...until,
            periodMs: until.periodMinutes * MINUTE_MS,
          })
        : yield* countUsers(before, occurrences, until.environment)
    case 'escalating':
      return { seen: atTheEnd(occurrences, yield* countLastHour(occurrences)), kept: before }
    default:
      return { seen: [], kept: before }
  }
}

function countEvents(before: number, { events }: Occurrences, environment: string | undefined): Seen {
  return sumUp(
    before,
    events.map((stored) => isIn(environment, stored)),
  )
}

/** A batch is one moment to a period: it is looked at when the batch ends, and only once there may be enough. */
function* countInPeriod(
  before: number,
  occurrences: Occurrences,
  { count: wanted, periodMs, environment }: Wanted & { count: number },
): Steps<Seen> {
  const { events } = occurrences
  const total = before + events.filter((stored) => isIn(environment, stored)).length
  const last = events.at(-1)
  if (last === undefined || total < wanted || total === before) return { seen: [], kept: total }
  const since = last.receivedAt - periodMs
  const recent =
    environment === undefined
      ? yield* countOne(COUNT_RECENT, { issue_id: occurrences.issueId, since, most: wanted })
      : yield* countRecentIn(environment, occurrences, since)
  // what came before it was ignored may lie in the period, too
  return { seen: atTheEnd(occurrences, Math.min(total, recent)), kept: total }
}

function* countRecentIn(environment: string, occurrences: Occurrences, since: number): Steps<number> {
  const hour = Math.floor(since / HOUR_MS)
  const ofHours = yield* countOne(COUNT_HOURS_IN, { ...issueOf(occurrences), hour, environment })
  const { issueId: issue_id } = occurrences
  const until = (hour + 1) * HOUR_MS
  return ofHours + (yield* countOne(COUNT_BETWEEN_IN, { issue_id, since, until, environment }))
}

function* countUsers(before: number, occurrences: Occurrences, environment: string | undefined): Steps<Seen> {
  const { events } = occurrences
  const keys = events.map((stored) => (isIn(environment, stored) ? stored.event.userKey : null))
  const users = keys.flatMap((key) => (key === null ? [] : [{ ...issueOf(occurrences), user_key: key }]))
  const added = (yield* run(ADD_USER, users)).values()
  return sumUp(
    before,
    keys.map((key) => key !== null && added.next().value === 1),
  )
}

/** The events of the last event's hour, which are counted already. A batch is one moment here, too. */
function* countLastHour(occurrences: Occurrences): Steps<number> {
  const last = occurrences.events.at(-1)
  if (last === undefined) return 0
  return yield* countOne(COUNT_HOUR, {
    ...issueOf(occurrences),
    hour: Math.floor(last.receivedAt / HOUR_MS),
  })
}

/** Counts users in a period at the end of the batch, as with events. Each user is one row, deleted when the period has passed. */
function* countRecentUsers(
  occurrences: Occurrences,
  before: number,
  { periodMs, environment }: Wanted,
): Steps<Seen> {
  const { events } = occurrences
  const last = events.at(-1)
  if (last === undefined) return { seen: [], kept: before }
  const issue = issueOf(occurrences)
  const noted = events.flatMap((stored) => {
    const user_key = isIn(environment, stored) ? stored.event.userKey : null
    return user_key === null ? [] : [{ ...issue, user_key, last_at: stored.receivedAt }]
  })
  yield* run(NOTE_USER, noted)
  yield* run(FORGET_USERS, [{ ...issue, last_at: last.receivedAt - periodMs }])
  const [[row] = []] = yield* ask(COUNT_USERS, [issue])
  const users = Number(row?.users)
  return { seen: [...events.slice(1).map(() => before), users], kept: users }
}

function* countOne<Values extends object>(
  query: Query<Values, { events: number }>,
  values: Values,
): Steps<number> {
  const [[row] = []] = yield* ask(query, [values])
  return Number(row?.events ?? 0)
}

function isIn(environment: string | undefined, { event }: StoredEvent): boolean {
  return environment === undefined || event.environment === environment
}

function issueOf({ projectId, issueId }: Occurrences) {
  return { project_id: projectId, issue_id: issueId }
}

function atTheEnd({ events }: Occurrences, seen: number): number[] {
  return events.map((_event, index) => (index === events.length - 1 ? seen : 0))
}

/** Adds one with each event that counts. */
function sumUp(before: number, counts: readonly boolean[]): Seen {
  let sum = before
  const seen = counts.map((isOne) => (isOne ? ++sum : sum))
  return { seen, kept: sum }
}
