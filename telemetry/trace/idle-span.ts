import { limits } from '../limits.ts'
import { attempt } from '../transport/attempt.ts'
import type { Span } from './span.ts'

/** A replacement for `setTimeout`. It returns a function that clears the timer. */
export type SetTimer = (work: () => void, delayMs: number) => () => void

export interface IdleOptions {
  setTimer: SetTimer
  /** True for a page load. Until `allowEnd`, only the final timer or a call ends it. */
  heldOpen?: boolean | undefined
  /** The last chance to add children and measurements. */
  beforeEnd?: (span: Span) => void
}

/** The cause of the end: its timers, or an action of the page. */
export type IdleReason =
  | 'idleTimeout'
  | 'heartbeatFailed'
  | 'finalTimeout'
  | 'externalFinish'
  | 'cancelled'
  | 'documentHidden'

export interface IdleSpan extends Span {
  finish(reason: IdleReason, endTimeMs?: number): void
  /** The document has loaded. From now on the span may end by itself. */
  allowEnd(): void
}

/**
 * Makes a root end by itself once nothing below it is in progress, as Sentry's `startIdleSpan` does:
 * https://github.com/getsentry/sentry-javascript, packages/core/src/tracing/idleSpan.ts
 */
export function makeIdle(root: Span, options: IdleOptions): IdleSpan {
  let { heldOpen: held } = options
  const { setTimer, beforeEnd } = options
  const { trace, startTimeMs, end } = root
  const { onEnd } = trace
  const open = new Set<Span>()
  let ending = false
  let stop: (() => void) | undefined

  /** One timer serves both limits: the children's while any is open, or else the idle limit. */
  const rearm = (): void => {
    if (ending) return
    stop?.()
    stop = setTimer(
      () => held || finish(open.size ? 'heartbeatFailed' : 'idleTimeout'),
      open.size ? limits.childTimeoutMs : limits.idleTimeoutMs,
    )
  }
  const finish = (reason: IdleReason, atMs = trace.clock()): void => {
    if (ending) return
    ending = true
    stop?.()
    stopFinal()
    attempt(() => beforeEnd?.(root)) // Additions may be missing if this throws, but the span still ends.
    const children = trace.spans.slice(1)
    const latestMs = Math.max(0, ...children.map((child) => child.endTimeMs ?? 0))
    const endMs = Math.min(
      startTimeMs + limits.finalTimeoutMs,
      Math.max(startTimeMs, Math.min(latestMs || atMs, atMs)),
    )
    for (const child of children) {
      if (child.endTimeMs === undefined) {
        child.status = 'cancelled'
        child.endTimeMs = endMs
      }
      // A child that is too late or too long has no end. It is counted but not sent.
      if (
        child.startTimeMs > endMs ||
        child.endTimeMs - child.startTimeMs > limits.finalTimeoutMs + limits.idleTimeoutMs
      )
        child.endTimeMs = undefined
    }
    root.status ??= 'ok'
    root.attributes['sentry.idle_span_finish_reason'] = reason
    end(endMs)
  }
  const stopFinal = setTimer(() => {
    root.status = 'deadline_exceeded'
    finish('finalTimeout')
  }, limits.finalTimeoutMs)

  trace.onStart = (child) => {
    open.add(child)
    rearm()
  }
  trace.onEnd = (span) => {
    if (span === root) onEnd?.(span)
    else if (open.delete(span) && !open.size) rearm()
  }
  if (!held) rearm()
  return Object.assign(root, {
    finish,
    end: (endTimeMs?: number) => finish('externalFinish', endTimeMs),
    allowEnd() {
      held = false
      rearm()
    },
  })
}
