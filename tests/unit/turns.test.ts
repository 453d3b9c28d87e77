import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { isFull } from '#tests/support/run/doses.ts'
import { lines, shares } from '#tests/support/run/turn-lists.ts'
import { engineOf, listWaiting, shareOf } from '#tests/support/run/turns.ts'
import { forShortRuns, listOnTwoDesks, onOneDeskOnly } from '#tests/support/run/two-desks.ts'

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

describe('tests on two desks', () => {
  it('are one file of every second run at most, and each of those for short runs in some run', () => {
    const dealt = SEEDS.map((seed) => listOnTwoDesks(repositoryRoot, listWaiting(repositoryRoot, seed), seed))
    expect(Math.max(...dealt.map(({ length }) => length))).toBe(1)
    expect(dealt.filter(({ length }) => length === 0).length).toBeLessThan(60)
    expect(new Set(dealt.flat())).toEqual(new Set(forShortRuns.map(fileOf)))
  })

  it('are all that can in a full dose, and none where files are named', () => {
    expect(listOnTwoDesks(repositoryRoot, []).length > forShortRuns.length).toBe(isFull)
  })

  it('are named as they are', () => {
    for (const name of [...Object.keys(onOneDeskOnly), ...forShortRuns])
      expect(existsSync(fileOf(name)), name).toBe(true)
  })
})
