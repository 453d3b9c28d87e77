import { type Condition, foldCondition } from '../../condition.ts'
import { type Dialect, type FilterValue, type Meaning, parseInDialect, type Read } from '../../dialect.ts'
import { isAsked, type Operator, type Pattern } from '../../expression.ts'
import { isLike } from '../../is-like.ts'
import { parseAnyTrace, parseAttribute, RECORD_KEYS } from './record-keys.ts'
import { passesRecordTest, type RecordTest, type SearchedRecord } from './record-tests.ts'

export type MetricCondition = Condition<MetricTest>

/** What a value of a metric must be to be found. */
export type MetricTest =
  | RecordTest
  /** In a text among its attributes; case does not matter. */
  | { kind: 'words'; pattern: Pattern }
  | { kind: 'value'; operator: Operator; value: number }

/** Every key that is not one of ours is an attribute, as in searches of logs. */
const METRICS: Dialect<MetricTest, undefined> = {
  keys: { ...RECORD_KEYS, value: parseValue },
  otherKey: parseAttribute,
  text: ({ text }) => parseAnyTrace(text) ?? { kind: 'words', pattern: ['', text, ''] },
}

export function parseMetricSearch(text: string): Read<MetricTest> {
  return parseInDialect(text, METRICS, undefined)
}

function parseValue({ operator, text }: FilterValue): Meaning<MetricTest> {
  const value = /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? { kind: 'value', operator, value } : { message: 'needs a number' }
}

export interface SearchedPoint extends SearchedRecord {
  value: number
}

type MetricMatcher = (point: SearchedPoint) => boolean

export function metricMatcher(condition: MetricCondition): MetricMatcher {
  return foldCondition<MetricTest, MetricMatcher>(condition, {
    test: (test) => (point) => passes(point, test),
    all(parts, fold) {
      const matchers = parts.map(fold)
      return (point) => matchers.every((matches) => matches(point))
    },
    any: (matchers) => (point) => matchers.some((matches) => matches(point)),
    not: (matches) => (point) => !matches(point),
  })
}

function passes(point: SearchedPoint, test: MetricTest): boolean {
  switch (test.kind) {
    case 'words':
      return Object.values(point.attributes).some(
        (value) => typeof value === 'string' && isLike(value, test.pattern),
      )
    case 'value':
      return isAsked(test.operator, point.value - test.value)
    default:
      return passesRecordTest(point, test)
  }
}
