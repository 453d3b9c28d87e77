import type { JsonObject } from '#server/processing/normalize/untrusted.ts'
import type { Pattern } from '../../expression.ts'
import { isLike } from '../../is-like.ts'

/** What logs and values of metrics have in common. */
export interface SearchedRecord {
  projectSlug: string
  release: string | null
  environment: string | null
  traceId: string | null
  spanId: string | null
  attributes: JsonObject
}

/** What a log or a value of a metric must be to be found. */
export type RecordTest =
  | { kind: 'column'; column: 'release' | 'environment' | 'projectSlug'; pattern: Pattern }
  | { kind: 'hex'; column: 'traceId' | 'spanId'; value: string }
  | { kind: 'attribute'; key: string; pattern: Pattern }
  | { kind: 'hasAttribute'; key: string }

export function passesRecordTest(record: SearchedRecord, test: RecordTest): boolean {
  switch (test.kind) {
    case 'column':
      return isLike(record[test.column] ?? '', test.pattern)
    case 'hex':
      return record[test.column] === test.value
    case 'attribute':
      return isLike(textOf(ownMember(record.attributes, test.key)), test.pattern)
    case 'hasAttribute':
      return Object.hasOwn(record.attributes, test.key)
  }
}

/** A search may name what every object inherits: `constructor:x`. */
function ownMember(attributes: JsonObject, key: string): unknown {
  return Object.hasOwn(attributes, key) ? attributes[key] : undefined
}

function textOf(value: unknown): string | null {
  if (value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
