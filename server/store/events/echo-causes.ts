import type { Grouping } from '#server/processing/grouping/grouping.ts'
import { echoTitleOf, type Title } from '#server/processing/title.ts'
import { queryOf } from '#server/store/rows/query.ts'
import { ask, type Steps } from '#server/store/rows/steps.ts'

/** An event on its way into the database, as far as its name depends on others. */
export interface NamedEvent {
  projectId: number
  traceId: string | null
  digests: string[]
  /** It has a digest and tells of the failure where that happened. */
  tellsOfServer: boolean
  /** It is an echo, and nothing but its text decides its issue: once its cause is known, that does. */
  isEcho: boolean
  grouping: Grouping
  title: Title
}

/** What an echo is named after. */
interface Cause {
  version: number
  key: string
  type: string
  value: string
}

/**
 * Gives each echo the key and the title of its cause, where that is stored or comes in the same batch: each cause has
 * one issue of echoes beside its own, however its digests change with its messages and with each deploy. Echoes of
 * causes that nobody reported keep the key that their text makes. It writes into the events, and doing so twice changes
 * nothing more.
 */
export function* nameEchoes(events: readonly NamedEvent[]): Steps {
  const echoes = events.filter(({ isEcho }) => isEcho)
  if (echoes.length === 0) return
  const findFresh = findAmong(events.filter(({ tellsOfServer }) => tellsOfServer))
  const fresh = echoes.map(findFresh)
  const stored = yield* findStored(echoes.filter((_echo, place) => fresh[place] === undefined))
  for (const [place, echo] of echoes.entries()) {
    const cause = fresh[place] ?? stored.get(echo)
    if (cause === undefined) continue
    echo.grouping = { version: cause.version, key: echoKeyOf(cause.key) }
    echo.title = echoTitleOf(cause, echo.title.culprit)
  }
}

const PREFIX = 'echo-'

function echoKeyOf(key: string): string {
  return `${PREFIX}${key}`
}

/** The cause's key in an echo's; undefined for the key of anything else. */
export function causeKeyOf(key: string): string | undefined {
  return key.startsWith(PREFIX) ? key.slice(PREFIX.length) : undefined
}

function findAmong(events: readonly NamedEvent[]): (echo: NamedEvent) => Cause | undefined {
  const causes = new Map<string, Cause>()
  for (const { projectId, traceId, digests, grouping, title } of events) {
    const cause = { ...grouping, type: title.type, value: title.value }
    for (const digest of digests) causes.set(`${projectId} digest ${digest}`, cause)
    if (traceId !== null) causes.set(`${projectId} trace ${traceId}`, cause)
  }
  return ({ projectId, traceId, digests }) => {
    for (const digest of digests) {
      const cause = causes.get(`${projectId} digest ${digest}`)
      if (cause) return cause
    }
    return traceId === null ? undefined : causes.get(`${projectId} trace ${traceId}`)
  }
}

/** So many events of a trace are read, those that arrived first: the cause is among them. */
const MOST_OF_A_TRACE = 50
/** The newest: enough to find one of the echo's own project. */
const MOST_OF_A_DIGEST = 50

const COLUMNS = `issue_grouping.grouping_version as version, issue_grouping.grouping_key as key,
  issue.type as type, event.value as value`
const JOINS = `join issue on issue.id = event.issue_id join issue_grouping on issue_grouping.id = event.grouping_id`

const BY_DIGEST = queryOf({ digest: 'text', project_id: 'integer' })<Cause>(`
  select ${COLUMNS} from (
    select event_row_id, project_id from digest where digest = :digest and tells_of_server = 1
    order by event_row_id desc limit ${MOST_OF_A_DIGEST}
  ) as digest join event on event.id = digest.event_row_id ${JOINS}
  order by case when digest.project_id = :project_id then 0 else 1 end, digest.event_row_id desc limit 1`)
const BY_TRACE = queryOf({ start: 'text', trace_id: 'text' })<Cause>(`
  select ${COLUMNS} from (
    select id, issue_id, grouping_id, value from event where substr(trace_id, 1, 8) = :start and trace_id = :trace_id
    order by id limit ${MOST_OF_A_TRACE}
  ) as event ${JOINS}
  where exists (select 1 from digest where digest.event_row_id = event.id and digest.tells_of_server = 1)
  order by event.id limit 1`)

/**
 * The cause is found by the digest, in the echo's own project first: staging and production have equal code, and so
 * equal digests. Else it is found by the trace, since the browser's SDK reports React's errors without their digests.
 */
function* findStored(echoes: readonly NamedEvent[]): Steps<Map<NamedEvent, Cause>> {
  const found = new Map<NamedEvent, Cause>()
  const note = (echo: NamedEvent, cause: Cause | undefined) => {
    if (cause !== undefined && !found.has(echo)) found.set(echo, cause)
  }
  const digests = echoes.flatMap((echo) => echo.digests.map((digest) => ({ echo, digest })))
  const byDigest = yield* ask(
    BY_DIGEST,
    digests.map(({ echo, digest }) => ({ digest, project_id: echo.projectId })),
  )
  for (const [place, { echo }] of digests.entries()) note(echo, byDigest[place]?.[0])
  const left = echoes.flatMap((echo) => {
    const { traceId } = echo
    return traceId === null || found.has(echo) ? [] : [{ echo, traceId }]
  })
  const byTrace = yield* ask(
    BY_TRACE,
    left.map(({ traceId }) => ({ start: traceId.slice(0, 8), trace_id: traceId })),
  )
  for (const [place, { echo }] of left.entries()) note(echo, byTrace[place]?.[0])
  return found
}
