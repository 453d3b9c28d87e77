import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import { environmentTerms } from '#server/api/environment-terms.ts'
import { formatLinkHeader, parsePageParameters, withLimit } from '#server/api/page-parameters.ts'
import { parsePeriod } from '#server/api/period.ts'
import { findProjectsOf } from '#server/api/projects/projects.ts'
import { offsetOf } from './list-table.ts'
import { readLogs } from './log-rows.ts'
import type { TableScan } from './scan.ts'
import { readSpans } from './span-rows.ts'

const TYPES = ['string', 'number', 'boolean'] as const
type AttributeType = (typeof TYPES)[number]

/** What every item has, whoever sent it. */
const OWN = {
  spans: {
    string: [
      ...['environment', 'id', 'parent_span', 'project', 'release', 'span.description', 'span.op'],
      ...['span.status', 'trace', 'transaction'],
    ],
    number: ['span.duration'],
    boolean: ['is_transaction'],
  },
  logs: {
    string: ['environment', 'message', 'project', 'release', 'severity', 'span_id', 'trace'],
    number: ['timestamp_precise'],
    boolean: [],
  },
} as const
type ItemType = keyof typeof OWN

/**
 * Lists the names of the attributes that spans or logs have, which tables take as fields:
 * https://docs.sentry.io/api/explore/. So many of the newest items are read as for a table.
 */
export async function listAttributes(request: ApiRequest): Promise<Answer> {
  const { params, query, now } = request
  const cannot = 'Cannot list attributes'
  if (!isOurOrganization(params)) return refuse(404, `${cannot}: the only organization is "desk"`)
  const page = parsePageParameters(withLimit(query), offsetOf)
  if ('refusal' in page) return refuse(400, `${cannot}: ${page.refusal}`)
  const { itemType = 'spans', attributeType = [...TYPES], substringMatch = '' } = query
  if (itemType !== 'spans' && itemType !== 'logs')
    return refuse(400, `${cannot}: itemType can be spans or logs`)
  const types = TYPES.filter((type) => [attributeType].flat().includes(type))
  if (types.length < [attributeType].flat().length)
    return refuse(400, `${cannot}: attributeType can be ${TYPES.join(', ')}`)
  const period = parsePeriod(query, now)
  if ('refusal' in period) return refuse(400, `${cannot}: ${period.refusal}`)
  const asked = await findProjectsOf(request)
  if (!asked) return refuse(404, `${cannot}: there is no such project`)
  const scan = {
    ...{ ...asked, environment: undefined, period, query: environmentTerms(query.environment).join(' ') },
    ...{ traceId: undefined, isBySlowest: false },
  }
  const found = await readTypes(request, itemType, scan)
  if ('refusal' in found) return refuse(400, found.refusal)
  const named = [...found]
    .flatMap(([key, of]) => types.filter((type) => of.has(type)).map((type) => ({ key, type })))
    .filter(({ key }) => key.toLowerCase().includes(String(substringMatch).toLowerCase()))
    .sort((one, other) => (one.key === other.key ? 0 : one.key < other.key ? -1 : 1))
  const offset = offsetOf(page.cursor ?? '') ?? 0
  const end = offset + page.limit
  const next = named.length > end ? `0:${end}:0` : null
  const previous = offset > 0 ? `0:${Math.max(0, offset - page.limit)}:0` : null
  return answer(
    named.slice(offset, end).map(({ key, type }) => ({
      ...{ key, name: key, attributeType: type },
      attributeSource: { source_type: isOwn(itemType, key) ? 'sentry' : 'user' },
    })),
    { link: formatLinkHeader(request.url, next, previous) },
  )
}

/** The types of the values that each name has. */
async function readTypes(request: ApiRequest, itemType: ItemType, scan: TableScan) {
  const types = new Map<string, Set<AttributeType>>()
  const add = (key: string, type: AttributeType) => types.set(key, (types.get(key) ?? new Set()).add(type))
  for (const type of TYPES) for (const key of OWN[itemType][type]) add(key, type)
  const read = itemType === 'spans' ? await readSpans(request, scan) : await readLogs(request, scan)
  if ('refusal' in read) return read
  const all = 'spans' in read ? read.spans.map(attributesOf) : read.logs.map(({ attributes }) => attributes)
  for (const attributes of all) {
    for (const [key, value] of Object.entries(attributes)) {
      const type = TYPES.find((each) => each === typeof value)
      if (type !== undefined) add(key, type)
    }
  }
  return types
}

type ReadSpan = Extract<Awaited<ReturnType<typeof readSpans>>, { spans: unknown }>['spans'][number]

/** Measurements are fields by their names, as in tables. */
function attributesOf({ data, measurements }: ReadSpan): Record<string, unknown> {
  const measured = Object.entries(measurements ?? {}).map(([name, { value }]) => [
    `measurements.${name}`,
    value,
  ])
  return { ...data, ...Object.fromEntries(measured) }
}

function isOwn(itemType: ItemType, key: string): boolean {
  const isBuiltIn = TYPES.some((type) => OWN[itemType][type].some((name) => name === key))
  return isBuiltIn || key.startsWith('sentry.') || key.startsWith('measurements.')
}
