import fc from 'fast-check'

/** Names that every object of JavaScript has. */
const NAMES = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf']

/**
 * A text of any code points, halves of surrogate pairs included; one in twenty is a name that every object has. Lengths are in
 * code points. fast-check's `unit: 'binary'` gives the same, but makes a map of all 1.1 million code points in each process.
 */
export function anyText({ minLength = 0, maxLength }: fc.StringConstraints = {}): fc.Arbitrary<string> {
  const codePoint = fc.integer({ min: 0, max: 0x10ffff }).map((number) => String.fromCodePoint(number))
  const letters = fc.array(codePoint, { minLength, ...(maxLength !== undefined && { maxLength }) })
  const fitting = NAMES.filter(({ length }) => length >= minLength && length <= (maxLength ?? Infinity))
  const text = letters.map((each) => each.join(''))
  if (fitting.length === 0) return text
  return fc.oneof({ weight: 19, arbitrary: text }, { weight: 1, arbitrary: fc.constantFrom(...fitting) })
}
