import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { StoredRecord } from '#server/processing/record.ts'
import { anyItem, nearly, toJson } from '#tests/support/builders/any-records.ts'
import { RECEIVED_AT, withAttachment } from '#tests/support/builders/sample-records.ts'
import { TRACE_ID } from '#tests/support/builders/sample-traces.ts'
import { runs } from '#tests/support/run/doses.ts'
import { processEnvelope } from '#tests/support/store/process-body.ts'

const context = { receivedAt: RECEIVED_AT, newEventId: () => 'd'.repeat(32) }

/** What the tables ask of their columns, which are strict. */
function expectStorable(record: StoredRecord): void {
  const { bytes: _bytes, ...fields } = { bytes: undefined, ...record }
  expect(JSON.parse(JSON.stringify(fields))).toEqual(fields) // finite numbers, no undefined
  const text = JSON.stringify(fields)
  expect(text.includes('\\u0000')).toBe(false)
  expect(text.isWellFormed()).toBe(true)
  for (const [name, value] of Object.entries(fields)) {
    const isWhole = /(?:Us|Ms|At|sequence|errors|timestamp|contentHash)$/.test(name)
    if (isWhole && value !== null) expect(Number.isSafeInteger(value)).toBe(true)
  }
}

it('nothing throws, what is taken can be stored, and each member is in one outcome', () => {
  fc.assert(
    fc.property(anyItem, ([type, payload]) => {
      const json = toJson(payload)
      const body = new TextEncoder().encode(`{}\n{"type":"${type}"}\n${json}`)
      const { records, outcomes } = processEnvelope(body, context)
      for (const record of records) expectStorable(record)
      const counted = outcomes.reduce((sum, { quantity }) => sum + quantity, records.length)
      const { items } = JSON.parse(json) as { items?: unknown }
      const isContainer =
        (type === 'log' || type === 'trace_metric') && Array.isArray(items) && items.length > 0
      expect(counted).toBe(isContainer ? items.length : 1)
    }),
    { numRuns: runs(3_000) },
  )
})

it('attachments keep their bytes, whatever their headers say', () => {
  const headers = nearly('filename', 'content_type', 'attachment_type')
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 50 }), headers, (bytes, given) => {
      const header = new TextEncoder().encode(JSON.stringify({ event_id: TRACE_ID }))
      const clean = JSON.parse(toJson(given)) as Record<string, unknown>
      const body = withAttachment(header, bytes, { filename: undefined, ...clean })
      const [record, ...others] = processEnvelope(body, context).records
      expect(others).toEqual([])
      if (record?.kind !== 'attachment') throw new Error('Cannot find the attachment')
      expectStorable(record)
      expect([...record.bytes]).toEqual([...bytes])
      expect(record.filename).not.toBe('')
      expect(record.filename).not.toMatch(/[\\/]/)
    }),
    { numRuns: runs(1_000) },
  )
})
