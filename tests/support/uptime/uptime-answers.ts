import type { CheckAnswer } from '#server/models/uptime/checks.ts'

export const UP: CheckAnswer = {
  ...{ isUp: true, reason: undefined, status: 200, certificateEndsAt: undefined, traceId: 'a'.repeat(32) },
  timings: { dnsMs: 1, connectMs: 2, tlsMs: undefined, firstByteMs: 3, totalMs: 7 },
}

export const DOWN: CheckAnswer = { ...UP, isUp: false, status: 503, reason: 'It answered 503 instead of 2xx' }
