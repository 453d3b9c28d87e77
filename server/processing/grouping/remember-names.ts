const MOST_NAMES = 5_000
const LONGEST_NAME = 500

/**
 * What `read` makes of a name, without reading it again: the same files and functions stand in most events. It must
 * depend on the name alone.
 */
export function rememberNames<Result>(read: (name: string) => Result): (name: string) => Result {
  const known = new Map<string, Result>()
  return (name) => {
    const remembered = known.get(name)
    if (remembered !== undefined) return remembered
    const result = read(name)
    if (name.length > LONGEST_NAME) return result
    if (known.size >= MOST_NAMES) known.clear() // a flood of names that nobody sends twice
    known.set(name, result)
    return result
  }
}
