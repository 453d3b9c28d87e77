import { limits } from '#renderer/navigation/limits.ts'
import type { SetTimer } from '#telemetry/trace/idle-span.ts'

export interface Pending {
  /** Something begins that the visitor waits for; what is returned ends it. */
  begin(): () => void
}

/** Says that the visitor waits once a wait is long enough to be felt, and as long as anything goes on. */
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

/** The style sheet draws the bar; the attribute says the same to who cannot see it. */
export function showPending({ body }: Document, isPending: boolean): void {
  if (isPending) body.setAttribute('aria-busy', 'true')
  else body.removeAttribute('aria-busy')
}
