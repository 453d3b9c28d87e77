import { describe, expect, it } from 'vitest'
import { createHealth } from '#server/writer/health.ts'

function open() {
  const state = { now: 0, failure: undefined as string | undefined, hasThread: true, probes: 0 }
  const told: (string | undefined)[] = []
  const probe = async () => {
    state.probes++
    return state.failure
  }
  const health = createHealth({
    clock: () => state.now,
    currentThread: () => (state.hasThread ? { probe } : undefined),
    onProbe: (failure) => told.push(failure),
  })
  return { health, state, told }
}

describe('createHealth()', () => {
  it('probes at most once a second, also after the clock jumped back', async () => {
    const { health, state } = open()
    await Promise.all([health.isReady(), health.isReady()])
    expect(state.probes).toBe(1)
    state.now = 1_000
    await health.isReady()
    expect(state.probes).toBe(2)
    state.now = -5_000
    await health.isReady()
    expect(state.probes).toBe(3)
  })

  it('is not ready where the probe fails, and tells why', async () => {
    const { health, state, told } = open()
    state.failure = 'the disk is full'
    expect(await health.isReady()).toBe(false)
    expect(told).toEqual(['the disk is full'])
  })

  it('is not ready without a thread, and for ten seconds after a batch failed', async () => {
    const { health, state } = open()
    state.hasThread = false
    expect(await health.isReady()).toBe(false)
    Object.assign(state, { hasThread: true, now: 1_000 })
    health.note(true)
    expect(await health.isReady()).toBe(false)
    state.now = 11_000
    expect(await health.isReady()).toBe(true)
    health.note(true)
    health.note(false)
    state.now = 12_000
    expect(await health.isReady()).toBe(true)
    expect(state.probes).toBe(2)
  })
})
