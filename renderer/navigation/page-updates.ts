/** Newer data for a page that is already rendered. The page stays and shows what has changed. */
export interface PageUpdates<Data extends object> {
  /** Returns the newest data for data that was rendered: itself, if there is none. */
  newest(rendered: Data): Data
  replace(rendered: Data, newer: Data): void
  /** Returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void
}

/**
 * The key is the rendered data itself. An update that arrives before its page is rendered waits for it,
 * and one that arrives after the page was left changes nothing.
 */
export function createPageUpdates<Data extends object>(): PageUpdates<Data> {
  const newer = new WeakMap<Data, Data>()
  const listeners = new Set<() => void>()
  return {
    newest: (rendered) => newer.get(rendered) ?? rendered,
    replace(rendered, data) {
      newer.set(rendered, data)
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
