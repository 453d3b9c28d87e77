import type { LoaderContext } from '#renderer/page/loader.ts'
import { type PageScope, scopeParams } from '#renderer/scope.ts'
import { isAuditAction } from '#renderer/texts/account/audit.ts'
import { auditFileOf, auditPath } from '#renderer/views/audit/paths.ts'

const ENTRIES_A_PAGE = 50

export async function loader({ desk, url, scope, scopeRefusal }: LoaderContext) {
  const query = (url.searchParams.get('query') ?? '').trim()
  const asked = url.searchParams.get('action') ?? ''
  const action = isAuditAction(asked) ? asked : ''
  const cursor = url.searchParams.get('cursor') ?? undefined
  const period = scopeParams(url.searchParams)
  // Without a period, the page shows all entries.
  const isOfPeriod = scopeRefusal === null && (period.statsPeriod ?? period.start ?? period.end) !== undefined
  const within: ReturnType<typeof boundsOf> = isOfPeriod ? boundsOf(scope.period) : {}
  const page = { cursor, limit: ENTRIES_A_PAGE }
  const { entries, older } = await desk.audit.list({ text: query, action, ...within }, page)
  const words = { ...(query !== '' && { query }), ...(action !== '' && { action }) }
  const filter = { ...words, ...period }
  return {
    entries: entries.map(({ details, ...entry }) => ({ ...entry, details: describe(details) })),
    query,
    action,
    isFiltered: query !== '' || action !== '' || isOfPeriod,
    refusal: scopeRefusal,
    hiddenFields: Object.entries(period),
    file: auditFileOf({ ...words, from: within.from?.toString(), before: within.before?.toString() }),
    newest: cursor === undefined ? undefined : auditPath(filter),
    older: older === null ? undefined : auditPath({ ...filter, cursor: older }),
  }
}

/** A period up to now has no end: what was recorded meanwhile is in it. */
function boundsOf({ start, end, statsPeriod }: PageScope['period']): { from?: number; before?: number } {
  return statsPeriod === undefined ? { from: start, before: end } : { from: start }
}

/** `role: admin · personal · expires at: 2027-02-23`. What is not said is left out; ids say nothing to people. */
function describe(details: Readonly<Record<string, unknown>>): string {
  return Object.entries(details)
    .filter(([name, value]) => name !== 'id' && value !== null && value !== false && value !== 0)
    .map(([name, value]) => {
      const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
      return value === true ? words.replace(/^is /, '') : `${words}: ${formatDetail(name, value)}`
    })
    .join(' · ')
}

function formatDetail(name: string, value: unknown): string {
  if (name.endsWith('At') && typeof value === 'number') return new Date(value).toISOString().slice(0, 10)
  return Array.isArray(value) ? value.join(', ') : String(value)
}
