/** Newer data for what a page was rendered with: it stays, and shows what has changed. */
export interface PageUpdates<Data extends object> {
  /** What to show for data that was rendered: itself, where nothing newer is known. */
  newest(rendered: Data): Data
  replace(rendered: Data, newer: Data): void
  /** Returns what ends it. */
  subscribe(listener: () => void): () => void
}

/**
 * Keyed by the data itself, so that an update that is there before its page is rendered waits for it, and one
 * that comes after the page has gone changes nothing.
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
