import { originalOf } from '#telemetry/instrument/wrap.ts'

/** Loads completion when a search field is first used; until then, and without it, the browser suggests words. */
export function installCompletion(window: Window & typeof globalThis): void {
  const { document } = window
  async function start(target: EventTarget | null): Promise<void> {
    if (!(target instanceof window.HTMLInputElement)) return
    const { list } = target
    const address = () => (asksElsewhere(target) ? '' : (target.dataset.offers ?? list?.dataset.offers ?? ''))
    if (address() === '') return
    try {
      const { startCompletion } = await import('./start-complete.ts')
      // The first of several calls makes it a combobox.
      if (target.role === 'combobox') return
      startCompletion(target, address, { request: originalOf(window.fetch), storage: storageOf(window) })
    } catch {
      // The code could not be loaded. The next focus tries again.
    }
  }
  document.addEventListener('focusin', ({ target }) => void start(target))
  void start(document.activeElement)
}

/** Whether the form's choice makes the field search something whose words nobody completes: monitors, in a rule of alerts. */
function asksElsewhere({ form }: HTMLInputElement): boolean {
  return form?.querySelector('option[data-of]:checked:not([data-of="issue"])') != null
}

/** Undefined where the browser forbids it. */
function storageOf(window: Window): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
