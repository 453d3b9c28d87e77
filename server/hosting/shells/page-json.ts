import { isUnchanging } from '#server/desk/immutable.ts'

/**
 * A page's data as the script in its document holds it: as Vike's serializer writes it, in a tenth of the time.
 * Undefined for what only that serializer can write: dates, maps, numbers that JSON has no word for; and for what
 * throws when it is read, which is Vike's to tell.
 */
export function toPageJson(data: unknown): string | undefined {
  try {
    return write(data, 0)
  } catch {
    return undefined
  }
}

/** What a page shows is a member of its data's members. */
const SHALLOW = 2

function write(value: unknown, depth: number): string | undefined {
  if (isUnchanging(value)) return writeOnce(value)
  return depth < SHALLOW && isObject(value) ? writeMembers(value, depth) : writePlain(value)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

function writeMembers(object: Record<string, unknown>, depth: number): string | undefined {
  const members: string[] = []
  for (const key in object) {
    const json = write(object[key], depth + 1)
    if (json === undefined) return undefined
    // what somebody has put on everybody's prototype is looked at, but not written
    if (Object.hasOwn(object, key)) members.push(`${escapeJson(JSON.stringify(key))}:${json}`)
  }
  return `{${members.join(',')}}`
}

const written = new WeakMap<object, string>()

/** What does not change between requests is written for the first of them. */
function writeOnce(value: object): string | undefined {
  const known = written.get(value)
  if (known !== undefined) return known
  const json = writePlain(value)
  if (json !== undefined) written.set(value, json)
  return json
}

function writePlain(data: unknown): string | undefined {
  const state = { hasUndefined: false }
  if (!isPlain(data, 0, state)) return undefined
  return escapeJson(
    state.hasUndefined
      ? JSON.stringify(data, (_key, value) => (value === undefined ? '!undefined' : value))
      : JSON.stringify(data),
  )
}

/** For JSON inside a script: no tag can begin in it, and nobody takes what it holds for links. */
function escapeJson(json: string): string {
  return json.replaceAll('<', '\\u003c').replaceAll('/', '\\/')
}

const DEEPEST = 100

function isPlain(value: unknown, depth: number, state: { hasUndefined: boolean }): boolean {
  switch (typeof value) {
    case 'string':
      return value.charCodeAt(0) !== 33 // `!` begins what the serializer means by itself
    case 'number':
      return Number.isFinite(value)
    case 'boolean':
      return true
    case 'undefined':
      state.hasUndefined = true
      return true
    case 'object':
      break
    default:
      return false
  }
  if (value === null) return true
  if (depth > DEEPEST) return false // or a circle
  const prototype: unknown = Object.getPrototypeOf(value)
  if (Array.isArray(value)) {
    // an own `toJSON`, since its members alone are looked at
    if (prototype !== Array.prototype || 'toJSON' in value) return false
    for (const member of value) if (!isPlain(member, depth + 1, state)) return false // holes too
    return true
  }
  if (prototype !== Object.prototype) return false
  // own keys and no others, as long as nobody has put one on everybody's prototype: that one is looked at then
  for (const key in value) {
    if (!isPlain((value as Record<string, unknown>)[key], depth + 1, state)) return false
  }
  return true
}
