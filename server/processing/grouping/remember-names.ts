import { LRUCache } from 'lru-cache'

const MOST_NAMES = 5_000
const LONGEST_NAME = 500

/**
 * What `read` makes of a name, without reading it again: the same files and functions stand in most events. It must
 * depend on the name alone. The oldest names are forgotten first, used or not: noting each use took longer
 * than reading a few names again.
 */
export function rememberNames<Result extends string | boolean>(
  read: (name: string) => Result,
): (name: string) => Result {
  const known = new LRUCache<string, Result>({ max: MOST_NAMES })
  return (name) => {
    const remembered = known.peek(name)
    if (remembered !== undefined) return remembered
    const result = read(name)
    if (name.length <= LONGEST_NAME) known.set(name, result)
    return result
  }
}
