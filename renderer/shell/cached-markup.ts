import type { ReactElement } from 'react'

/** What parts of pages looked like, for the server to write again. */
export interface CachedMarkup {
  /** The markup of an element with the same props, or undefined: then it is to be rendered as ever. */
  find(element: ReactElement): string | undefined
}

interface CachedMarkupOptions {
  render: (element: ReactElement) => string
  /** Calls back when no rendering is under way: React's own state would not survive one inside another. */
  later: (callback: () => void) => void
  /** Elements; about as many again are kept until that many newer ones were asked for. */
  limit: number
}

/** Markup longer than this is not kept, characters. */
const LONGEST = 8_192

/**
 * Keeps the markup of elements that are asked for twice. An element's markup follows from its type and its props, so
 * these must be plain data that nobody changes, and say all that it shows; it must read no context and make no ids.
 * Nobody sees another's then: what differs in anything shown has another key.
 */
export function createCachedMarkup({ render, later, limit }: CachedMarkupOptions): CachedMarkup {
  const types = new WeakMap<object, { young: Map<string, Cached>; old: Map<string, Cached> }>()
  const lastOfRows = new WeakMap<object, { type: object; rest: string; cached: Cached }>()

  function find(element: ReactElement): string | undefined {
    if (typeof element.type === 'string') return undefined
    const cached = cachedOf(element.type, element.props as object) // every component's props are one
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
    // for rows of one request, that nobody has again, this takes longer than all the rest
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
      // whoever renders the page meets the same, and reports it
    }
  }

  return { find }
}

/**
 * What tells props apart: the first object among them, which is large, and a text of the others. What the server
 * remembers is frozen, comes again as the same object, and need not be written down.
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

/** All rows of a page have the same reader. */
let latest: { value: object; text: string } | undefined

function textOf(value: object): string {
  if (latest?.value !== value) latest = { value, text: JSON.stringify(value) }
  return latest.text
}

/** What React made of many pieces stays a tree of them in memory, walked through whenever it is sent. */
function inOnePiece(text: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text))
}

interface Cached {
  /** False once it was asked for, true from the second time on. */
  isAwaited?: boolean
  markup?: string
}
