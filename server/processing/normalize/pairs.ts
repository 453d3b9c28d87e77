import { isObject, parseText, type Warnings } from './untrusted.ts'

export interface PairBounds {
  most: number
  keyChars: number
  valueChars: number
}

/** Tags and headers come as an object or as a list of pairs. Of two with the same key, the later one counts. */
export function parsePairs(
  value: unknown,
  name: string,
  bounds: PairBounds,
  warnings: Warnings,
): [string, string][] {
  const pairs = new Map<string, string>()
  for (const [givenKey, givenValue] of entriesOf(value)) {
    const key = parseText(givenKey, bounds.keyChars, `${name}: a name`, warnings)
    const text = parseText(joined(givenValue), bounds.valueChars, `${name}: a value`, warnings)
    if (key === undefined || text === undefined) continue
    if (pairs.size >= bounds.most && !pairs.has(key)) {
      warnings.add(`${name}: the first ${bounds.most} were kept`)
      break
    }
    pairs.set(key, text)
  }
  return [...pairs]
}

function entriesOf(value: unknown): [unknown, unknown][] {
  if (isObject(value)) return Object.entries(value)
  if (!Array.isArray(value)) return []
  return value.flatMap((pair): [unknown, unknown][] => {
    if (Array.isArray(pair)) return [[pair[0], pair[1]]]
    return isObject(pair) ? [[pair.key, pair.value]] : []
  })
}

/** A header that was sent twice. */
function joined(value: unknown): unknown {
  return Array.isArray(value) ? value.filter((part) => typeof part === 'string').join(', ') : value
}
