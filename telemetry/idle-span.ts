import { attempt } from './attempt.ts'
import { limits } from './limits.ts'
import type { Span } from './span.ts'

/** Stands for `setTimeout`; what it returns takes the timer away. */
export type SetTimer = (work: () => void, delayMs: number) => () => void

export interface IdleOptions {
  setTimer: SetTimer
  /** True for a page load: until `allowEnd`, only the final timer or a call ends it. */
  heldOpen?: boolean
  /** The last chance to add children and measurements that were not known before. */
  beforeEnd?: (span: Span) => void
  /** Instead of those of limits.ts. */
  idleTimeoutMs?: number
  finalTimeoutMs?: number
  childTimeoutMs?: number
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
  const {
    setTimer,
    beforeEnd,
    idleTimeoutMs = limits.idleTimeoutMs,
    finalTimeoutMs = limits.finalTimeoutMs,
    childTimeoutMs = limits.childTimeoutMs,
  } = options
  const { trace, startTimeMs, end } = root
  const { onEnd, spans } = trace
  const open = new Set<Span>()
  let held = options.heldOpen
  let ending = false
  let stopIdle = (): void => {}
  let stopChild = stopIdle

  const restartIdle = (): void => {
    stopIdle()
    stopIdle = setTimer(() => held || idle.finish('idleTimeout'), idleTimeoutMs)
  }
  const restartChild = (): void => {
    stopChild()
    stopChild = setTimer(() => held || idle.finish('heartbeatFailed'), childTimeoutMs)
  }
  const stopFinal = setTimer(() => {
    root.status = 'deadline_exceeded'
    idle.finish('finalTimeout')
  }, finalTimeoutMs)

  const finish = (reason: IdleReason, endTimeMs = trace.clock()): void => {
    if (ending) return
    ending = true
    stopIdle()
    stopChild()
    stopFinal()
    attempt(() => beforeEnd?.(root)) // what it was to add may be missing; the span ends all the same
    const children = spans.slice(1)
    const latest = Math.max(...children.map((child) => child.endTimeMs ?? 0))
    const endMs = Math.min(
      startTimeMs + finalTimeoutMs,
      Math.max(startTimeMs, latest > 0 ? Math.min(latest, endTimeMs) : endTimeMs),
    )
    const kept = children.filter((child) => {
      if (child.endTimeMs === undefined) {
        child.status = 'cancelled'
        child.end(endMs)
      }
      const { endTimeMs: childEndMs = 0 } = child
      return child.startTimeMs <= endMs && childEndMs - child.startTimeMs <= finalTimeoutMs + idleTimeoutMs
    })
    spans.splice(1, Infinity, ...kept)
    trace.dropped += children.length - kept.length
    root.status ??= 'ok'
    root.attributes['sentry.idle_span_finish_reason'] = reason
    end(endMs)
  }

  trace.onStart = (child) => {
    if (ending) return
    stopIdle()
    open.add(child)
    restartChild()
  }
  trace.onEnd = (span) => {
    if (span === root) onEnd?.(span)
    else if (open.delete(span) && open.size === 0 && !ending) {
      stopChild()
      restartIdle()
    }
  }
  const idle: IdleSpan = Object.assign(root, {
    finish,
    end: (endTimeMs?: number) => finish('externalFinish', endTimeMs),
    allowEnd() {
      held = false
      if (ending) return
      if (open.size > 0) restartChild()
      else restartIdle()
    },
  })
  if (!held) restartIdle()
  return idle
}
