import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { rememberReads } from '#server/store/engine/cached-reads.ts'
import { insertProject, listProjectRows } from '#server/store/projects/projects.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { openTestStore } from '#tests/support/postgres/each-engine.ts'

async function remembering() {
  const store = await openTestStore('sqlite')
  onTestFinished(() => store.close())
  const state = { now: 10_000, reads: [] as string[], broken: false }
  const read = rememberReads(
    store,
    () => state.now,
    async (key: string) => {
      state.reads.push(key)
      if (state.broken) throw new Error('no disk')
      return { key }
    },
  )
  return { store, state, read }
}

describe('rememberReads()', () => {
  it('reads each key once, also when it is asked for while it is being read', async () => {
    const { state, read } = await remembering()
    const [first, second] = await Promise.all([read('a'), read('a')])
    expect(first).toBe(second)
    await read('b')
    expect(await read('a')).toEqual({ key: 'a' })
    expect(state.reads).toEqual(['a', 'b'])
  })

  it('keeps a key in use while a stranger guesses 10,000', async () => {
    const { state, read } = await remembering()
    for (let guess = 0; guess < 10_000; guess++) {
      await read('in use')
      await read(`guess ${guess}`)
    }
    expect(state.reads.filter((key) => key === 'in use')).toHaveLength(1)
  })

  it('reads again after a write of this process, one that failed too', async () => {
    const { store, state, read } = await remembering()
    await read('a')
    await store.write(async () => undefined)
    await read('a')
    await expect(store.write(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await read('a')
    expect(state.reads).toHaveLength(3)
  })

  it('reads again what was read while a write ended', async () => {
    const { store, state, read } = await remembering()
    const before = read('a')
    await store.write(async () => undefined)
    await before
    await read('a')
    expect(state.reads).toHaveLength(2)
  })

  it('reads again after another connection has written', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'crumbtrail-remember-'))
    const file = join(directory, 'desk.sqlite')
    const [store, other] = [await openSqliteStore({ file }), await openSqliteStore({ file })]
    onTestFinished(async () => {
      await store.close()
      await other.close()
      await rm(directory, { recursive: true })
    })
    const now = 10_000
    const read = rememberReads(
      store,
      () => now,
      (_all: 'projects') => listProjectRows(store.db),
    )
    expect(await read('projects')).toHaveLength(1)
    await other.write((trx) => insertProject(trx, { slug: 'shop', name: 'Shop', publicKey: 'k', now }))
    await setImmediate() // whoever asks because of that write comes in a later turn of the event loop
    expect(await read('projects')).toHaveLength(2)
  })

  it('forgets within a second, and when the clock is set back', async () => {
    const { state, read } = await remembering()
    await read('a')
    state.now += 999
    await read('a')
    expect(state.reads).toHaveLength(1)
    state.now += 1
    await read('a')
    expect(state.reads).toHaveLength(2)
    state.now -= 3_600_000
    await read('a')
    expect(state.reads).toHaveLength(3)
  })

  it('remembers no failure', async () => {
    const { state, read } = await remembering()
    state.broken = true
    await expect(read('a')).rejects.toThrow('no disk')
    state.broken = false
    expect(await read('a')).toEqual({ key: 'a' })
  })

  it('holds a bounded number of keys', async () => {
    const { state, read } = await remembering()
    for (let index = 0; index < 1_001; index++) await read(`key ${index}`)
    await read('key 0')
    expect(state.reads).toHaveLength(1_002)
  })
})
