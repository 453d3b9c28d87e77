import { type Answer, type ApiRequest, answer, refuse } from '#server/api/answer.ts'
import { environmentTerms } from '#server/api/environment-terms.ts'
import { formatLinkHeader, parsePageParameters, withLimit } from '#server/api/page-parameters.ts'
import { parsePeriod } from '#server/api/period.ts'
import { findProjectsOf } from '#server/api/projects/projects.ts'
import type { Period } from '#server/models/period.ts'
import { formatSearchError } from '#server/search/search-error.ts'
import {
  fieldsOf,
  findFixed,
  parseTableSearch,
  type Row,
  type TableCondition,
  tableMatcher,
} from '#server/search/tables/table-search.ts'
import { isInPayload, toErrorRow } from './error-rows.ts'
import { scanLogs } from './log-rows.ts'
import type { TableScan } from './scan.ts'
import { scanSpans } from './span-rows.ts'
import { fillTable, parseTable, type Table, typesOf } from './table.ts'

export type Dataset = 'errors' | 'spans' | 'transactions' | 'logs'

const DEFAULT_FIELDS: Readonly<Record<Dataset, readonly string[]>> = {
  errors: ['id', 'issue', 'title', 'project', 'level', 'timestamp'],
  spans: [
    'id',
    'trace',
    'span.op',
    'span.description',
    'span.duration',
    'transaction',
    'project',
    'timestamp',
  ],
  transactions: ['id', 'trace', 'transaction', 'transaction.duration', 'project', 'timestamp'],
  logs: ['id', 'message', 'severity', 'project', 'timestamp'],
}

/** Sentry's default, which the longest period of our counts is a little above. */
const OWN_PERIOD = '90d'

/**
 * Answers a table of events with functions over groups of them:
 * https://docs.sentry.io/api/explore/query-explore-events-in-table-format/. So many of the newest are read at most; where that is not
 * all of the period, `meta.dataScanned` is `partial`, as in Sentry's answers.
 */
export async function listTable(request: ApiRequest, dataset: Dataset): Promise<Answer> {
  const page = parsePageParameters(withLimit(request.query), offsetOf)
  if ('refusal' in page) return refuse(400, `Cannot list events: ${page.refusal}`)
  const table = parseTable(request.query, DEFAULT_FIELDS[dataset])
  if ('refusal' in table) return refuse(400, `Cannot list events: ${table.refusal}`)
  const read = await readRows(request, dataset, table)
  if ('status' in read) return read
  const { rows, isWhole, period } = read
  const lines = fillTable(rows, table, period.end - period.start)
  const offset = offsetOf(page.cursor ?? '') ?? 0
  const data = lines.slice(offset, offset + page.limit)
  const cursorOf = (place: number) => `0:${place}:0`
  const next = lines.length > offset + page.limit ? cursorOf(offset + page.limit) : null
  const previous = offset > 0 ? cursorOf(Math.max(0, offset - page.limit)) : null
  const meta = { fields: typesOf(table, data), units: {}, dataset, dataScanned: isWhole ? 'full' : 'partial' }
  return answer({ data, meta }, { link: formatLinkHeader(request.url, next, previous) })
}

/** Places of a table are counted, as in Sentry's cursors. */
export function offsetOf(cursor: string): number | undefined {
  const [, offset] = /^0:(\d{1,6}):0$/.exec(cursor) ?? []
  return offset === undefined ? undefined : Number(offset)
}

/** Reads the rows of a table that match its search, and the period that they are of. */
export async function readRows(
  request: ApiRequest,
  dataset: Dataset,
  table: Pick<Table, 'columns' | 'sort'>,
): Promise<{ rows: Row[]; isWhole: boolean; period: Period } | Answer> {
  const { query: given, now } = request
  const { query: words = '', environment: places } = given
  if (typeof words !== 'string') return refuse(400, 'Cannot list events: query can be given only once')
  const environment = typeof places === 'string' ? places : undefined
  const terms = environment === undefined ? environmentTerms(places) : []
  if (terms.length > 0 && dataset === 'logs')
    return refuse(400, 'Cannot list events: environment can be given only once for logs')
  const query = [...terms, ...(terms.length > 0 && words.trim() !== '' ? [`(${words})`] : [words])].join(' ')
  const period = parsePeriod({ ...given, statsPeriod: given.statsPeriod || undefined }, now, OWN_PERIOD)
  if ('refusal' in period) return refuse(400, `Cannot list events: ${period.refusal}`)
  const asked = await findProjectsOf(request)
  if (!asked) return refuse(404, 'Cannot list events: there is no such project')
  // Logs have a search of their own, which is given its words as they are.
  const search = parseTableSearch(dataset === 'logs' ? '' : query, now)
  if ('error' in search) return refuse(400, formatSearchError(search.error))
  const { condition } = search
  const scan: TableScan = {
    ...{ ...asked, environment: environment || undefined, period, query },
    traceId: findFixed(condition, 'trace'),
    isBySlowest: table.sort.isDescending && /^(span|transaction)\.duration$/.test(table.sort.name),
  }
  const scanned = await scanDataset(request, dataset, { scan, condition, table })
  if ('refusal' in scanned) return refuse(400, scanned.refusal)
  return { rows: scanned.rows.filter(tableMatcher(condition)), isWhole: scanned.isWhole, period }
}

interface Scanning {
  scan: TableScan
  condition: TableCondition
  table: Pick<Table, 'columns' | 'sort'>
}

async function scanDataset(request: ApiRequest, dataset: Dataset, { scan, condition, table }: Scanning) {
  switch (dataset) {
    case 'errors':
      return scanErrors(request, { scan, condition, table })
    case 'logs':
      return scanLogs(request, scan)
    case 'spans':
      return scanSpans(request, scan)
    case 'transactions': {
      const scanned = await scanSpans(request, scan)
      return 'refusal' in scanned
        ? scanned
        : { ...scanned, rows: scanned.rows.filter((row) => row('is_transaction') === true) }
    }
  }
}

async function scanErrors({ desk }: ApiRequest, { scan, condition, table }: Scanning) {
  const { projects, environment, period } = scan
  const issue = findFixed(condition, 'issue')
  const numbered = findFixed(condition, 'issue.id')
  const named = issue === undefined ? numbered : String((await desk.issues.findByShortId(issue)) ?? 0)
  const issueId = named === undefined ? undefined : /^\d{1,15}$/.test(named) ? Number(named) : 0
  const functions = table.columns.filter(({ call }) => call).map(({ name }) => argumentsOf(name))
  const plain = table.columns.filter(({ call }) => !call).map(({ name }) => name)
  const fields = [...fieldsOf(condition), ...plain, ...functions.flat()]
  const { events, isWhole } = await desk.events.scan({
    projectIds: projects.map(({ id }) => id),
    issueId,
    period,
    withPayload: fields.some(isInPayload),
  })
  const ofEnvironment = events.filter(
    (event) => environment === undefined || event.environment === environment,
  )
  return { rows: ofEnvironment.map(toErrorRow), isWhole }
}

/** The fields that a function is about; `count()` is about none. */
function argumentsOf(name: string): string[] {
  const inner = name.slice(name.indexOf('(') + 1, -1)
  const [field = ''] = inner.split(',') // what comes after it are numbers
  return field.trim() === '' ? [] : [field.trim()]
}
