import { wrapMethod } from '#telemetry/instrument/wrap.ts'
import { limits } from './limits.ts'

/**
 * Lets the address and the title of a page that a click leads to change after the page's frame. Both are told to
 * the browser's own process, which then competes with the frame for the processor. Until then, nothing else gets
 * into the history: everything that reads or changes it settles the address first.
 */
export interface LateAddress {
  /** A click leads to this address, so its change may wait. Changes to all others do not. */
  expect(url: string): void
  /** Runs the work after the address that waits has changed, or at once if none waits. */
  after(work: () => void): void
  /** Changes the address now. */
  settle(): void
}

export function createLateAddress(window: Window): LateAddress {
  const { document, history, location } = window
  let isInstalled = false
  let expected: string | undefined
  let waiting: (() => void)[] = []
  const settle = (): void => {
    const works = waiting
    waiting = []
    for (const work of works) work()
  }
  const install = (): void => {
    isInstalled = true
    wrapMethod(history, 'pushState', (change, [, , url]) => {
      settle()
      // The router scrolls to the place that a hash names, and a hidden page has no frames.
      const mayWait = url === expected && !`${url}${location.hash}`.includes('#') && !document.hidden
      expected = undefined
      if (!mayWait) return change()
      waiting.push(change)
      window.requestAnimationFrame(() => window.setTimeout(settle, limits.addressDelayMs))
    })
    wrapMethod(history, 'replaceState', (change) => {
      settle()
      change()
    })
    document.addEventListener('visibilitychange', settle)
    // The visitor has gone back meanwhile, and the page that would have had the address is left.
    window.addEventListener('popstate', () => {
      waiting = []
    })
  }
  return {
    expect(url) {
      // The router wraps these methods as well, and has to learn of a change when it happens.
      if (!isInstalled) install()
      expected = url
    },
    after(work) {
      if (waiting.length > 0) waiting.push(work)
      else work()
    },
    settle,
  }
}
