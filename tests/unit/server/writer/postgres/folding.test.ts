import { describe, expect, it } from 'vitest'
import { type Folding, startFolding } from '#server/writer/postgres/folding.ts'

/** A journal in memory, a clock that only folds move, and rests that end when the test says so. */
function startOnJournal({ foldMs = 10, mostRows = 400 } = {}) {
  const journal: number[] = []
  const folds: number[] = []
  const rests: { ms: number; end: () => void }[] = []
  let now = 0
  let isBroken = false
  const lags: number[] = []
  const folding: Folding = startFolding({
    folder: {
      async fold() {
        now += foldMs
        if (isBroken) throw new Error('The server is gone.')
        const rows = journal.splice(0, mostRows).length
        if (rows > 0) folds.push(rows)
        return rows > 0
      },
      oldest: async () => journal[0],
    },
    clock: () => now,
    stopwatch: () => now,
    onLag: (lagMs) => lags.push(lagMs),
    rest: (ms, signal) =>
      new Promise((resolve) => {
        rests.push({ ms, end: resolve })
        signal.addEventListener('abort', () => resolve())
      }),
  })
  return {
    ...{ folding, folds, rests, lags },
    store(rows: number, storedAt = now) {
      for (let row = 0; row < rows; row++) journal.push(storedAt)
      folding.wake()
    },
    breakServer(broken: boolean) {
      isBroken = broken
    },
  }
}

/** Lets everything go on that waits for nothing else. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('startFolding()', () => {
  it('folds at once what is stored while it rests for nothing', async () => {
    const { folding, folds, store } = startOnJournal()
    store(1)
    await settle()
    expect(folds).toEqual([1])
    await folding.close()
  })

  it('folds together what is stored while it rests for eight times as long as its last fold took', async () => {
    const { folding, folds, rests, store } = startOnJournal()
    store(1)
    await settle()
    for (let batch = 0; batch < 5; batch++) {
      store(1)
      await settle()
    }
    expect([folds, rests.map(({ ms }) => ms)]).toEqual([[1], [80]])
    rests[0]?.end()
    await settle()
    expect(folds).toEqual([1, 5])
    await folding.close()
  })

  it('rests for a second at most', async () => {
    const { folding, rests, store } = startOnJournal({ foldMs: 900 })
    store(1)
    await settle()
    expect(rests.map(({ ms }) => ms)).toEqual([1_000])
    await folding.close()
  })

  it('does not rest while the oldest row is more than a second old', async () => {
    const { folding, folds, rests, lags, store } = startOnJournal({ foldMs: 600, mostRows: 1 })
    store(4)
    await settle()
    expect([folds, lags.slice(0, 3)]).toEqual([[1], [600]])
    rests[0]?.end()
    await settle()
    expect([folds, lags, rests.length]).toEqual([[1, 1, 1, 1], [600, 1_200, 1_800, 0], 2])
    await folding.close()
  })

  it('tries again after a fold that failed', async () => {
    const { folding, folds, store, breakServer } = startOnJournal()
    breakServer(true)
    store(1)
    await settle()
    expect(folds).toEqual([])
    breakServer(false)
    store(1)
    await settle()
    expect(folds).toEqual([2])
    await folding.close()
  })

  it('ends its rest, and no other one, when somebody waits for counts', async () => {
    const { folding, folds, rests, store } = startOnJournal()
    store(1)
    await settle()
    store(2)
    folding.hurry()
    await settle()
    expect([folds, rests.length]).toEqual([[1, 2], 2])
    store(3)
    await settle()
    expect(folds).toEqual([1, 2])
    rests[1]?.end()
    await settle()
    expect(folds).toEqual([1, 2, 3])
    folding.hurry() // it does not rest for anything
    await folding.close()
  })

  it('ends a rest when it is closed', async () => {
    const { folding, rests, store } = startOnJournal()
    store(1)
    await settle()
    store(1)
    expect(rests.length).toBe(1)
    await folding.close()
  })
})
