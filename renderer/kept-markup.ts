import type { ReactElement } from 'react'

/** What parts of pages looked like, for the server to write again. */
export interface KeptMarkup {
  /** The markup of an element with the same props, or undefined: then it is to be rendered as ever. */
  find(element: ReactElement): string | undefined
}

interface KeptMarkupOptions {
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
 * these must be plain data and say all that it shows; it must read no context and make no ids. Nobody sees another's
 * then: what differs in anything shown has another key.
 */
export function createKeptMarkup({ render, later, limit }: KeptMarkupOptions): KeptMarkup {
  const types = new WeakMap<object, { young: Map<string, Kept>; old: Map<string, Kept> }>()

  function find(element: ReactElement): string | undefined {
    if (typeof element.type === 'string') return undefined
    const ages = types.get(element.type) ?? { young: new Map(), old: new Map() }
    types.set(element.type, ages)
    const key = JSON.stringify(element.props)
    const kept = ages.young.get(key) ?? ages.old.get(key) ?? {}
    if (!ages.young.has(key)) {
      if (ages.young.size >= limit) {
        ages.old = ages.young
        ages.young = new Map()
      }
      ages.young.set(key, kept)
    }
    if (kept.isAwaited === undefined) kept.isAwaited = false
    else if (!kept.isAwaited) {
      kept.isAwaited = true
      later(() => keep(element, kept))
    }
    return kept.markup
  }

  function keep(element: ReactElement, kept: Kept): void {
    try {
      const markup = render(element)
      if (markup.length <= LONGEST) kept.markup = inOnePiece(markup)
    } catch {
      // whoever renders the page meets the same, and reports it
    }
  }

  return { find }
}

/** What React made of many pieces stays a tree of them in memory, walked through whenever it is sent. */
function inOnePiece(text: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text))
}

interface Kept {
  /** False once it was asked for, true from the second time on. */
  isAwaited?: boolean
  markup?: string
}
