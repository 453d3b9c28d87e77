import { limits } from '#renderer/navigation/limits.ts'
import type { SetTimer } from '#telemetry/trace/idle-span.ts'

export interface Pending {
  /** Starts a wait of the visitor, and returns a function that ends it. */
  begin(): () => void
}

/** Reports a wait once it is long enough to notice, until all waits have ended. */
export function createPending(show: (isPending: boolean) => void, setTimer: SetTimer): Pending {
  const felt = new Set<symbol>()
  return {
    begin() {
      const wait = Symbol('wait')
      const cancel = setTimer(() => {
        felt.add(wait)
        show(true)
      }, limits.pendingDelayMs)
      return () => {
        cancel()
        if (felt.delete(wait) && felt.size === 0) show(false)
      }
    },
  }
}

/** The style sheet draws a bar, and the attribute tells screen readers the same. */
export function showPending({ body }: Document, isPending: boolean): void {
  if (isPending) body.setAttribute('aria-busy', 'true')
  else body.removeAttribute('aria-busy')
}
