import { describe, expect, it } from 'vitest'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { lines, shares } from '#tests/support/run/turn-lists.ts'
import { engineOf, listWaiting, shareOf } from '#tests/support/run/turns.ts'

const SEEDS = Array.from({ length: 100 }, (_, seed) => seed)
const fileOf = (name: string) => `tests/${name}.test.ts`

describe('turns of tests', () => {
  it('let one file of each line run in each run, and every file in some', () => {
    const runs = SEEDS.map((seed) => new Set(listWaiting(repositoryRoot, seed)))
    for (const line of lines) {
      for (const waiting of runs) expect(line.filter((name) => !waiting.has(fileOf(name)))).toHaveLength(1)
      const never = line.filter((name) => runs.every((waiting) => waiting.has(fileOf(name))))
      expect(never).toEqual([])
    }
  })

  it('let every test of a file run in some run', () => {
    for (const [name, every] of Object.entries(shares)) {
      const firsts = new Set(SEEDS.map((seed) => shareOf(fileOf(name), seed).first))
      expect([name, firsts.size]).toEqual([name, every])
    }
  })

  it('let both engines have each file in some run', () => {
    expect(new Set(SEEDS.map((seed) => engineOf('tests/unit/a.test.ts', seed)))).toEqual(
      new Set(['sqlite', 'postgres']),
    )
  })

  it('are the same again with the same seed', () => {
    expect(listWaiting(repositoryRoot, 17)).toEqual(listWaiting(repositoryRoot, 17))
    expect(listWaiting(repositoryRoot, 17)).not.toEqual(listWaiting(repositoryRoot, 18))
  })
})
