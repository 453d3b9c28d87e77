/** A text at two times, and where it is: `request.headers.Cookie`. */
export interface TextDifference {
  path: string
  before: string
  after: string
}

/** Lists the texts in which two values of the same shape differ, at most `limit` of them. */
export function listTextDifferences(before: unknown, after: unknown, limit: number): TextDifference[] {
  const found: TextDifference[] = []
  visit(before, after, '')
  return found

  function visit(one: unknown, other: unknown, path: string): void {
    if (one === other || found.length >= limit) return
    const before = membersOf(one)
    const after = membersOf(other)
    if (before === undefined || after === undefined) {
      found.push({ path, before: textOf(one), after: textOf(other) })
      return
    }
    for (const [index, [name, value]] of before.entries()) {
      visit(value, after[index]?.[1], path === '' ? name : `${path}.${name}`)
    }
  }
}

/** The members of an object or a list; pairs of a name and a text count as members with that name. */
function membersOf(value: unknown): [string, unknown][] | undefined {
  if (!Array.isArray(value)) {
    return typeof value === 'object' && value !== null ? Object.entries(value) : undefined
  }
  return value.map((each, index) => (isPair(each) ? each : [String(index), each]))
}

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
