import { limits } from '../limits.ts'
import { attempt } from '../transport/attempt.ts'
import type { Span } from './span.ts'

/** Stands for `setTimeout`; what it returns takes the timer away. */
export type SetTimer = (work: () => void, delayMs: number) => () => void

export interface IdleOptions {
  setTimer: SetTimer
  /** True for a page load: until `allowEnd`, only the final timer or a call ends it. */
  heldOpen?: boolean | undefined
  /** The last chance to add children and measurements that were not known before. */
  beforeEnd?: (span: Span) => void
}

/** Why it ended: its timers, or what the page did. */
export type IdleReason =
  | 'idleTimeout'
  | 'heartbeatFailed'
  | 'finalTimeout'
  | 'externalFinish'
  | 'cancelled'
  | 'documentHidden'

export interface IdleSpan extends Span {
  finish(reason: IdleReason, endTimeMs?: number): void
  /** The document has loaded: from now on it may end by itself. */
  allowEnd(): void
}

/**
 * Makes a root end by itself, once nothing goes on below it any more. As Sentry's `startIdleSpan`:
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

  /** One timer for both: with open children it is theirs, without it is the idle timer. */
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
    attempt(() => beforeEnd?.(root)) // what it was to add may be missing; the span ends all the same
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
      // Too late, or too long: without an end it is not sent, but counted.
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
