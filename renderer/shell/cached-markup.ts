import type { ComponentProps, ReactElement } from 'react'

/** Cached markup of table rows, for the server to write again. */
export interface CachedMarkup {
  /**
   * Returns the markup of a row with the same attributes and cells. If it is undefined, the row has to be
   * rendered.
   */
  find(row: RowElement): string | undefined
}

/** `<tr className="…"><Cells … /></tr>`: one component renders all cells. */
export type RowElement = ReactElement<ComponentProps<'tr'> & { children: ReactElement }, 'tr'>

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
 * Caches the markup of rows that are asked for twice. The markup must follow from the row's attributes,
 * and from the type and the props of its cells: the props are plain data that nobody changes, and the
 * cells read no context and create no ids. No visitor sees another's data, because any difference in what
 * is shown gives another key.
 */
export function createCachedMarkup({ render, later, limit }: CachedMarkupOptions): CachedMarkup {
  const types = new WeakMap<object, { young: Map<string, Cached>; old: Map<string, Cached> }>()
  const lastOfRows = new WeakMap<object, { type: object; rest: string; cached: Cached }>()

  function find(row: RowElement): string | undefined {
    const { type } = row.props.children
    if (typeof type === 'string') return undefined
    const cached = cachedOf(type, row.props)
    if (cached.isAwaited === undefined) cached.isAwaited = false
    else if (!cached.isAwaited) {
      cached.isAwaited = true
      later(() => keep(row, cached))
    }
    return cached.markup
  }

  function cachedOf(type: object, { children: cells, ...attributes }: RowElement['props']): Cached {
    const { data, rest } = partsOf(cells.props as object) // The props of every component are an object.
    const texts = `${rest};${partsOf(attributes).rest}`
    if (data === undefined) return cachedByText(type, texts)
    const last = lastOfRows.get(data)
    if (last?.type === type && last.rest === texts) return last.cached
    const cached = cachedByText(type, `${JSON.stringify(data)},${texts}`)
    // For data of one request, which no other request has, this would take longer than all the rest.
    if (Object.isFrozen(data)) lastOfRows.set(data, { type, rest: texts, cached })
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

  function keep(row: RowElement, cached: Cached): void {
    try {
      const markup = render(row)
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
function partsOf(props: object): { data: object | undefined; rest: string } {
  let data: object | undefined
  let rest = ''
  for (const name in props) {
    const value: unknown = props[name as keyof typeof props]
    if (!isObject(value)) rest += `${name}:${typeof value === 'string' ? `${value.length}:${value}` : value},`
    else if (data === undefined) {
      data = value
      rest += `${name},`
    } else rest += `${name}:${textOf(name, value)},`
  }
  return { data, rest }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** All rows of a page share one reader, and the time of their trends. */
const latest = new Map<string, { value: object; text: string }>()

function textOf(name: string, value: object): string {
  const known = latest.get(name)
  if (known?.value === value) return known.text
  const text = JSON.stringify(value)
  latest.set(name, { value, text })
  return text
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
