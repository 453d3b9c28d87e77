import { limits } from './limits.ts'

/**
 * Reading what was thrown. JavaScript throws anything: null, frozen objects, proxies that throw at
 * every touch, getters that throw. Nothing in this file does.
 */
export interface ThrownDescription {
  type: string
  value: string
  stack: string | undefined
}

/** Something thrown, and where it hangs in the chain: `parentId` is the id of what it is a cause of. */
export interface ThrownLink {
  thrown: unknown
  id: number
  parentId?: number
  source?: string
}

/** A property of anything at all, undefined where it cannot be read. */
export function readProperty(value: unknown, key: PropertyKey): unknown {
  if (!isObject(value)) return undefined
  try {
    return Reflect.get(value, key)
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

export function describeThrown(thrown: unknown): ThrownDescription {
  if (isErrorLike(thrown)) {
    return {
      type: readText(thrown, 'name') || 'Error',
      value: cut(textOf(readProperty(thrown, 'message') ?? '')),
      stack: readText(thrown, 'stack'),
    }
  }
  return { type: thrownType(thrown), value: cut(shownValue(thrown)), stack: readText(thrown, 'stack') }
}

/** What was thrown and all that it names as its causes, outermost first. Cycles end; so do endless chains. */
export function listThrown(thrown: unknown): ThrownLink[] {
  const links: ThrownLink[] = []
  const seen = new Set<unknown>()
  const visit = (value: unknown, depth: number, parentId?: number, source?: string): void => {
    if (seen.has(value) || links.length >= limits.exceptions || depth > limits.causeDepth) return
    if (isObject(value)) seen.add(value)
    const id = links.length
    links.push({
      thrown: value,
      id,
      ...(parentId === undefined ? {} : { parentId }),
      ...(source === undefined ? {} : { source }),
    })
    for (const [name, cause] of causesOf(value)) visit(cause, depth + 1, id, name)
  }
  visit(thrown, 0)
  return links
}

function causesOf(thrown: unknown): [source: string, cause: unknown][] {
  const causes: [string, unknown][] = []
  for (const name of ['cause', 'error', 'suppressed']) {
    // `error` and `suppressed` are causes in a SuppressedError; elsewhere they are just data.
    if (name !== 'cause' && readProperty(thrown, 'name') !== 'SuppressedError') continue
    const cause = readProperty(thrown, name)
    if (cause !== undefined && cause !== null) causes.push([name, cause])
  }
  // Validation libraries put lists of plain findings into `errors`: only an aggregate's are errors.
  if (readProperty(thrown, 'name') === 'AggregateError') {
    const errors = readProperty(thrown, 'errors')
    const count = Math.min(Number(readProperty(errors, 'length')) || 0, limits.exceptions)
    for (let index = 0; index < count; index++) {
      causes.push([`errors[${index}]`, readProperty(errors, index)])
    }
  }
  return causes
}

/** Errors of another realm (frames, vm contexts) are no instances of ours. */
function isErrorLike(thrown: unknown): boolean {
  try {
    if (thrown instanceof Error) return true
  } catch {
    return false
  }
  return (
    readText(thrown, 'message') !== undefined &&
    (readText(thrown, 'stack') !== undefined || readText(thrown, 'name') !== undefined)
  )
}

function thrownType(thrown: unknown): string {
  const kind = thrown === null ? 'null' : typeof thrown
  return `Thrown${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
}

function shownValue(thrown: unknown): string {
  if (!isObject(thrown)) return textOf(thrown)
  const message = readText(thrown, 'message')
  if (message) return message
  try {
    const kind = readText(readProperty(thrown, 'constructor'), 'name') || 'object'
    if (typeof thrown === 'function') return `function ${readText(thrown, 'name') || '(anonymous)'}`
    // Names only: what stands in an unknown object may be anybody's secret.
    const keys = Object.keys(thrown)
    const shown = keys.slice(0, 10).join(', ') + (keys.length > 10 ? ', …' : '')
    return keys.length === 0 ? `${kind} without keys` : `${kind} with keys: ${shown}`
  } catch {
    return 'an object that cannot be read'
  }
}

function readText(value: unknown, key: PropertyKey): string | undefined {
  const text = readProperty(value, key)
  return typeof text === 'string' ? text : undefined
}

function textOf(value: unknown): string {
  try {
    return String(value)
  } catch {
    return 'a value that cannot be shown'
  }
}

function cut(text: string): string {
  return text.length > limits.textLength ? `${text.slice(0, limits.textLength - 1)}…` : text
}
