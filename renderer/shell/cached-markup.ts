import type { ReactElement } from 'react'

/** Cached markup of components, for the server to write again. */
export interface CachedMarkup {
  /**
   * Returns the markup of an element with the same props. If it is undefined, the element has to be
   * rendered.
   */
  find(element: ReactElement): string | undefined
}

interface CachedMarkupOptions {
  render: (element: ReactElement) => string
  /** Calls back while nothing renders, because React's state does not allow one rendering inside another. */
  later: (callback: () => void) => void
  /** The number of new elements. About as many older ones stay until that many newer ones were asked for. */
  limit: number
}

/** Characters; longer markup is not cached. */
const LONGEST = 8_192

/**
 * Caches the markup of elements that are asked for twice. The markup must follow from the element's type
 * and props alone: the props are plain data that nobody changes, and the element reads no context and
 * creates no ids. No visitor sees another's data, because any difference in what is shown gives another
 * key.
 */
export function createCachedMarkup({ render, later, limit }: CachedMarkupOptions): CachedMarkup {
  const types = new WeakMap<object, { young: Map<string, Cached>; old: Map<string, Cached> }>()
  const lastOfRows = new WeakMap<object, { type: object; rest: string; cached: Cached }>()

  function find(element: ReactElement): string | undefined {
    if (typeof element.type === 'string') return undefined
    // The props of every component are an object.
    const cached = cachedOf(element.type, element.props as object)
    if (cached.isAwaited === undefined) cached.isAwaited = false
    else if (!cached.isAwaited) {
      cached.isAwaited = true
      later(() => keep(element, cached))
    }
    return cached.markup
  }

  function cachedOf(type: object, props: object): Cached {
    const { row, rest } = partsOf(props)
    if (row === undefined) return cachedByText(type, rest)
    const last = lastOfRows.get(row)
    if (last?.type === type && last.rest === rest) return last.cached
    const cached = cachedByText(type, `${JSON.stringify(row)},${rest}`)
    // For rows of one request, which no other request has, this would take longer than all the rest.
    if (Object.isFrozen(row)) lastOfRows.set(row, { type, rest, cached })
    return cached
  }

  function cachedByText(type: object, key: string): Cached {
    const ages = types.get(type) ?? { young: new Map(), old: new Map() }
    types.set(type, ages)
    const cached = ages.young.get(key) ?? ages.old.get(key) ?? {}
    if (!ages.young.has(key)) {
      if (ages.young.size >= limit) {
        ages.old = ages.young
        ages.young = new Map()
      }
      ages.young.set(key, cached)
    }
    return cached
  }

  function keep(element: ReactElement, cached: Cached): void {
    try {
      const markup = render(element)
      if (markup.length <= LONGEST) cached.markup = inOnePiece(markup)
    } catch {
      // The rendering of the page meets the same error and reports it.
    }
  }

  return { find }
}

/**
 * The key of props: the first object among them, which is large, and a text of the others. Objects in the
 * server's cache are frozen and stay the same, so they need not be serialized.
 */
function partsOf(props: object): { row: object | undefined; rest: string } {
  let row: object | undefined
  let rest = ''
  for (const name in props) {
    const value: unknown = props[name as keyof typeof props]
    if (!isObject(value)) rest += `${name}:${typeof value === 'string' ? `${value.length}:${value}` : value},`
    else if (row === undefined) {
      row = value
      rest += `${name},`
    } else rest += `${name}:${textOf(value)},`
  }
  return { row, rest }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** All rows of a page share one reader. */
let latest: { value: object; text: string } | undefined

function textOf(value: object): string {
  if (latest?.value !== value) latest = { value, text: JSON.stringify(value) }
  return latest.text
}

/**
 * Flattens text that React joined from many pieces. Otherwise it stays a tree in memory, which is walked
 * through whenever it is sent.
 */
function inOnePiece(text: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text))
}

interface Cached {
  /** False after the first request for it, true from the second one on. */
  isAwaited?: boolean
  markup?: string
}
