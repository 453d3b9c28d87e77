import { originalOf } from '#telemetry/instrument/wrap.ts'

/** Loads completion when a search field is first used; until then, and without it, the browser suggests words. */
export function installCompletion(window: Window & typeof globalThis): void {
  const { document } = window
  async function start(target: EventTarget | null): Promise<void> {
    if (!(target instanceof window.HTMLInputElement)) return
    const address = target.list?.dataset.offers
    if (address === undefined) return
    try {
      const { startCompletion } = await import('./start-complete.ts')
      // The first of several calls takes the list from the field.
      if (target.list !== null) startCompletion(target, address, originalOf(window.fetch))
    } catch {
      // The code could not be loaded. The next focus tries again.
    }
  }
  document.addEventListener('focusin', ({ target }) => void start(target))
  void start(document.activeElement)
}
