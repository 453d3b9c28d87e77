import { type FilterValue, type KeyReader, type Meaning, withoutOrder } from '../../dialect.ts'
import { parseId } from '../../ids.ts'
import type { RecordTest } from './record-tests.ts'

/** The keys that searches of logs and of metrics have in common. */
export const RECORD_KEYS = {
  release: withoutOrder(({ pattern }) => ({ kind: 'column', column: 'release', pattern })),
  environment: withoutOrder(({ pattern }) => ({ kind: 'column', column: 'environment', pattern })),
  env: withoutOrder(({ pattern }) => ({ kind: 'column', column: 'environment', pattern })),
  project: withoutOrder(({ pattern }) => ({ kind: 'column', column: 'projectSlug', pattern })),
  trace: withoutOrder(parseTrace),
  span: withoutOrder(parseSpan),
  has: withoutOrder(({ text }) => ({ kind: 'hasAttribute', key: text })),
} satisfies Record<string, KeyReader<RecordTest, undefined>>

/** Every other key is an attribute. */
export function parseAttribute(key: string): KeyReader<RecordTest, undefined> {
  return withoutOrder(({ pattern }) => ({ kind: 'attribute', key, pattern }))
}

/** A trace's id may stand alone. */
export function parseAnyTrace(text: string): RecordTest | undefined {
  const id = parseId(text)
  return id === undefined ? undefined : { kind: 'hex', column: 'traceId', value: id }
}

function parseTrace({ text }: FilterValue): Meaning<RecordTest> {
  return parseAnyTrace(text) ?? { message: 'needs an id of 32 hex characters' }
}

function parseSpan({ text }: FilterValue): Meaning<RecordTest> {
  const value = text.toLowerCase()
  return /^[0-9a-f]{16}$/.test(value)
    ? { kind: 'hex', column: 'spanId', value }
    : { message: 'needs an id of 16 hex characters' }
}
