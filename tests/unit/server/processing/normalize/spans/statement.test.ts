import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizeStatement, rememberStatements } from '#server/processing/normalize/spans/statement.ts'
import { anyText } from '#tests/support/fuzz/any-text.ts'
import { cpuMs } from '#tests/support/run/cpu-time.ts'

describe('normalizeStatement()', () => {
  it.each([
    ['select * from item where id = 12', 'select * from item where id = ?'],
    ["select 'it''s' , \"name\" from t1", 'select ? , "name" from t1'],
    ['where a = $1 and b = :name and c = @p1 and d = ?2', 'where a = ? and b = ? and c = ? and d = ?'],
    ['where id in (1, 2,3)', 'where id in (?)'],
    ['insert into t values (1, 2), (3, 4)', 'insert into t values (?)'],
    ['select  a\n  from t -- the table\n /* and\n more */ where x = -1.5e3', 'select a from t where x = ?'],
    ['select a::text from t2', 'select a::text from t2'],
    ["select 'a -- b', '/* c' from t where d = 'e */'", 'select ? from t where d = ?'],
    ['GET /items/*/parts', 'GET /items/*/parts'],
    ["where name = 'never ends", 'where name = ?'],
  ])('%s', (statement, normalized) => {
    expect(normalizeStatement(statement)).toBe(normalized)
  })

  it('gives whole characters, at most a thousand, of whatever it gets', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 3_000 }), (text) => {
        const normalized = normalizeStatement(text)
        expect(normalized.length).toBeLessThanOrEqual(1_000)
        expect(normalized.isWellFormed()).toBe(true)
      }),
    )
  })

  it('takes no time over a long one that means harm', () => {
    const before = cpuMs()
    for (const part of ["'", '/*', '-', '(?,', '$', ' ', '?, ']) normalizeStatement(part.repeat(500_000))
    expect(cpuMs() - before).toBeLessThan(1_000)
  })
})

describe('rememberStatements()', () => {
  it('forgets when there are too many, and stays right', () => {
    const normalize = rememberStatements(2)
    for (const id of [1, 2, 3, 1]) expect(normalize(`select ${id}`)).toBe('select ?')
  })
})
