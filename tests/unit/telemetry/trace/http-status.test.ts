import { getSpanStatusFromHttpCode } from '@sentry/core'
import { expect, it } from 'vitest'
import { statusOfHttp } from '#telemetry/trace/http-status.ts'

it('statusOfHttp() says what @sentry/core says, for every code', () => {
  for (let code = 0; code < 1_000; code++) {
    const { code: kind, message } = getSpanStatusFromHttpCode(code)
    expect([code, statusOfHttp(code)]).toEqual([code, kind === 1 ? 'ok' : message])
  }
})

it('statusOfHttp() without an answer is a failure', () => {
  expect(statusOfHttp()).toBe('internal_error')
})
