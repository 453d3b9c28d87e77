export interface RecentSearches {
  /** The latest first. */
  list(): string[]
  add(query: string): void
  remove(query: string): void
}

const MOST = 5
const LONGEST = 500

/** Keeps the last searches of a list in the browser. Without storage, or with what others wrote there, there are none. */
export function createRecentSearches(storage: Storage | undefined, name: string): RecentSearches {
  const key = `crumbtrail.searches.${name}`

  function list(): string[] {
    try {
      const stored: unknown = JSON.parse(storage?.getItem(key) ?? '[]')
      return Array.isArray(stored) ? stored.filter((query) => typeof query === 'string').slice(0, MOST) : []
    } catch {
      return []
    }
  }

  function store(queries: readonly string[]): void {
    try {
      if (queries.length === 0) storage?.removeItem(key)
      else storage?.setItem(key, JSON.stringify(queries))
    } catch {
      // The storage is full or forbidden. The field works without it.
    }
  }

  return {
    list,
    add(query) {
      const text = query.trim()
      if (text === '' || text.length > LONGEST) return
      store([text, ...list().filter((other) => other !== text)].slice(0, MOST))
    },
    remove: (query) => store(list().filter((other) => other !== query)),
  }
}
