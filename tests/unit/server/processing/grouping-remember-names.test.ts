import { expect, it } from 'vitest'
import { rememberNames } from '#server/processing/grouping/remember-names.ts'

function counting() {
  const read: string[] = []
  const remembered = rememberNames((name) => {
    read.push(name)
    return name.startsWith('a')
  })
  return { read, remembered }
}

it('reads each name once', () => {
  const { read, remembered } = counting()
  expect(['a', 'b', 'a', 'b'].map(remembered)).toEqual([true, false, true, false])
  expect(read).toEqual(['a', 'b'])
})

it('reads a name in use at most twice more while 10,000 others come once', () => {
  const { read, remembered } = counting()
  for (let other = 0; other < 10_000; other++) {
    remembered('in use')
    remembered(`other ${other}`)
  }
  expect(read.filter((name) => name === 'in use').length).toBeLessThanOrEqual(3)
})

it('remembers a bounded number, and none that is long', () => {
  const { read, remembered } = counting()
  remembered('a'.repeat(501))
  remembered('a'.repeat(501))
  expect(read).toHaveLength(2)
  for (let name = 0; name <= 5_000; name++) remembered(`${name}`)
  remembered('0')
  expect(read.filter((name) => name === '0')).toHaveLength(2)
})
