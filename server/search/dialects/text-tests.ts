import type { Condition } from '../condition.ts'
import type { Pattern } from '../expression.ts'
import { nearestWords } from '../nearest-words.ts'

/** A text of a row that must be like a pattern. */
export interface TextOf<Field extends string> {
  kind: 'text'
  field: Field
  pattern: Pattern
}

export type TextCondition<Field extends string> = Condition<TextOf<Field>>

/** A release by its whole name, or by its version without its package. */
export function anyPackage<Field extends string>(field: Field, pattern: Pattern): TextCondition<Field> {
  const [first = '', ...rest] = pattern
  const whole: TextCondition<Field> = { kind: 'text', field, pattern }
  if (first === '' || first.includes('@')) return whole
  return { kind: 'any', of: [whole, { kind: 'text', field, pattern: ['', `@${first}`, ...rest] }] }
}

/** Refuses a key with those that may have been meant, or else with all; `whose` is such as `releases do`. */
export function unknownKey(key: string, whose: string, names: readonly string[]) {
  const near = nearestWords(key, names)
  const known = near.length > 0 ? `did you mean ${near.join(' or ')}?` : `use ${names.join(', ')}`
  return () => ({ message: `has a key that ${whose} not have; ${known}` })
}
