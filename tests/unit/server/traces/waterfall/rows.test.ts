import fc from 'fast-check'
import { expect, it } from 'vitest'
import { errorRow, logRow, spanRow } from '#server/traces/waterfall/rows.ts'
import { aTraceSpan } from '#tests/support/builders/a-waterfall.ts'

const PLACE = { key: 'k', depth: 1, startUs: 5 }

it.each([
  ['browser', { side: 'browser' as const, op: 'navigation' }],
  ['server', { op: 'http.server' }],
  ['server', { op: 'dbx' }],
  ['database', { op: 'db' }],
  ['database', { op: 'db.sql.query', side: 'browser' as const }],
  ['database', { op: 'cache.get' }],
  ['error', { op: 'db', status: 'internal_error' }],
  ['server', { status: 'cancelled' }],
  ['server', { status: 'unknown' }],
])('a bar is %s for %o', (tone, span) => {
  expect(spanRow(aTraceSpan(span), PLACE).tone).toBe(tone)
})

it('says of a span that failed what went wrong, and nothing of one that did not', () => {
  expect(spanRow(aTraceSpan({ status: 'deadline_exceeded' }), PLACE).state).toBe('deadline_exceeded')
  expect(spanRow(aTraceSpan({ status: 'ok' }), PLACE)).not.toHaveProperty('state')
})

it('is an orphan only at the top, and with a parent that was named', () => {
  const child = aTraceSpan({ parentSpanId: '0'.repeat(15).concat('2') })
  expect(spanRow(child, { ...PLACE, depth: 0 }).isOrphan).toBe(true)
  expect(spanRow(child, PLACE).isOrphan).toBeUndefined()
  expect(spanRow(aTraceSpan(), { ...PLACE, depth: 0 }).isOrphan).toBeUndefined()
})

it('cuts what has no room, and never through a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '👩', '\ud800', 'ü'), maxLength: 400 }), (name) => {
      const row = spanRow(aTraceSpan({ name }), PLACE)
      expect(row.name.length).toBeLessThanOrEqual(240)
      if (name.length <= 240) expect(row.name).toBe(name)
      else expect(row.name.isWellFormed() && row.name.endsWith('…')).toBe(true)
    }),
  )
})

it('places errors and logs by the clock that timed them', () => {
  const error = {
    ...{ projectId: 1, projectSlug: 'shop', eventId: 'f'.repeat(32), issueId: 7, spanId: null },
    ...{ timestamp: 1_000, level: 'error' as const, type: 'TypeError', value: '' },
  }
  expect(errorRow(error, 2, 999_000)).toMatchObject({ startUs: 1_000, name: 'TypeError', issueId: 7 })
  expect(errorRow({ ...error, value: 'no price' }, 2, 0).name).toBe('TypeError: no price')
  const log = { ...{ id: 3, projectSlug: 'shop', timestampUs: 500, body: 'placed', spanId: null } }
  expect(logRow({ ...log, level: 'warn' }, 0, 200)).toMatchObject({
    startUs: 300,
    tone: 'log',
    state: 'warn',
  })
  expect(logRow({ ...log, level: 'fatal' }, 0, 0).tone).toBe('error')
})
