import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatStatement } from '#renderer/views/trace/format-statement.ts'

it('gives each clause a line', () => {
  const statement =
    "select a.*, (select max(b) from c where d = 1) from a left join e on e.id = a.id where a.name = 'x and y' and a.b in (1, 2) group by a.b order by a.c limit 10"
  expect(formatStatement(statement)).toBe(
    [
      'select a.*, (select max(b) from c where d = 1)',
      'from a',
      '  left join e on e.id = a.id',
      "where a.name = 'x and y'",
      '  and a.b in (1, 2)',
      'group by a.b',
      'order by a.c',
      'limit 10',
    ].join('\n'),
  )
})

it('changes white space only, and that outside of strings', () => {
  const piece = fc.constantFrom(
    'select',
    ' ',
    'from',
    '(',
    ')',
    "'a  and b'",
    '"x',
    "'",
    '--',
    '/*',
    'left join',
    ',',
    '💥',
    ';',
  )
  const squeezed = (text: string) => text.replaceAll(/\s/g, '')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const statement = pieces.join('')
      expect(squeezed(formatStatement(statement))).toBe(squeezed(statement))
    }),
  )
})

it('leaves what has lines of its own, and what is very long', () => {
  expect(formatStatement('select 1\n  from x')).toBe('select 1\n  from x')
  const long = `select ${'x, '.repeat(5_000)} 1 from y`
  expect(formatStatement(long)).toBe(long)
})
