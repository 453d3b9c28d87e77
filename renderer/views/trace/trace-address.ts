import type { FilterParams } from '#renderer/paths.ts'
import type { TraceView } from '#server/traces/waterfall/show-trace.ts'

/** The view of a trace, as its address describes it. */
export interface TraceAddress {
  /** A part of the names that are looked for. */
  find?: string | undefined
  only?: 'slow' | 'errors' | undefined
  service?: string | undefined
  /** Milliseconds since the beginning of the trace. */
  from?: number | undefined
  to?: number | undefined
  depth?: number | undefined
  collapsed: string[]
  open: string[]
  at: number
  span?: string | undefined
}

/** The largest number of keys in an address. A person would never make more. */
const MOST_KEYS = 200
const LONGEST_FIND = 200
const KEY = /^[0-9a-z.]{1,40}$/

export function parseTraceAddress(parameters: URLSearchParams): TraceAddress {
  const find = parameters.get('find')?.trim().slice(0, LONGEST_FIND)
  const only = parameters.get('only')
  const service = parameters.get('service')
  const from = parseNumber(parameters.get('from'))
  const to = parseNumber(parameters.get('to'))
  const depth = parseNumber(parameters.get('depth'))
  const span = parameters.get('span')
  const isRange = to === undefined || from === undefined || to > from
  return {
    ...(find && { find }),
    ...((only === 'slow' || only === 'errors') && { only }),
    ...(service !== null && service !== '' && { service }),
    ...(isRange && from !== undefined && { from }),
    ...(isRange && to !== undefined && { to }),
    ...(depth !== undefined && { depth: Math.floor(depth) }),
    ...(span !== null && KEY.test(span) && { span }),
    collapsed: parseKeys(parameters.get('fold')),
    open: parseKeys(parameters.get('open')),
    at: Math.floor(parseNumber(parameters.get('at')) ?? 0),
  }
}

export function toTraceView(address: TraceAddress): TraceView {
  const { collapsed: fold, open, from, to, ...rest } = address
  return {
    ...rest,
    ...(from !== undefined && { fromUs: from * 1_000 }),
    ...(to !== undefined && { toUs: to * 1_000 }),
    collapsed: new Set(fold),
    open: new Set(open),
  }
}

/** Writes the parameters for a link, without those at their default. */
export function formatTraceAddress(address: TraceAddress): FilterParams {
  const { find, only, service, from, to, depth, collapsed: fold, open, at, span } = address
  return {
    find,
    only,
    service,
    from: from?.toString(),
    to: to?.toString(),
    depth: depth?.toString(),
    fold: fold.length === 0 ? undefined : fold.join(','),
    open: open.length === 0 ? undefined : open.join(','),
    at: at === 0 ? undefined : at.toString(),
    span,
  }
}

/** Collapses a row in the address, or expands it. */
export function toggleCollapsed(address: TraceAddress, key: string, isCollapsed: boolean): TraceAddress {
  const fold = address.collapsed.filter((other) => other !== key)
  const open = address.open.filter((other) => other !== key)
  if (!isCollapsed) return { ...address, open, collapsed: [...fold, key].slice(-MOST_KEYS) }
  const isByDepth = fold.length === address.collapsed.length
  return { ...address, collapsed: fold, open: isByDepth ? [...open, key].slice(-MOST_KEYS) : open }
}

function parseNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}(\.\d{1,3})?$/.test(text) ? Number(text) : undefined
}

function parseKeys(text: string | null): string[] {
  return [...new Set((text ?? '').split(',').filter((key) => KEY.test(key)))].slice(0, MOST_KEYS)
}
