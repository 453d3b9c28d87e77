import { expect, it } from 'vitest'
import { systemRandom } from '#server/accounts/secrets.ts'

it('gives as many random bytes as it is asked for, and none of them twice', () => {
  const sizes = [
    ...Array<number>(300).fill(32),
    0,
    1,
    2_047,
    2_048,
    2_049,
    5_000,
    ...Array<number>(300).fill(17),
  ]
  const all = sizes.map((size) => systemRandom(size))
  expect(all.map(({ length }) => length)).toEqual(sizes)
  const long = all.filter(({ length }) => length >= 17).map((bytes) => Buffer.from(bytes).toString('hex'))
  expect(new Set(long).size).toBe(long.length)
  // Sixteen zeros in a row would be bytes that were handed out before: by chance, nobody will see that.
  expect(long.filter((text) => text.includes('00'.repeat(16)))).toEqual([])
})
