import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { createPressure, freeBytesOf, heldBytesOfProcess } from '#server/writer/pressure.ts'

function open() {
  const machine = { freeBytes: async () => 1_000, heldBytes: 10, now: 0, looks: 0 }
  const pressure = createPressure({
    readFreeBytes: () => machine.freeBytes(),
    readHeldBytes: () => {
      machine.looks++
      return machine.heldBytes
    },
    stopwatch: () => machine.now,
    freeDiskBytes: 100,
    memoryBytes: 50,
  })
  /** As of a door that is asked all the time. */
  const later = async (ms: number) => {
    machine.now += ms
    pressure()
    await new Promise(setImmediate)
    return pressure()
  }
  return { machine, pressure, later }
}

describe('createPressure()', () => {
  it('tells of a disk that is almost full, and that it is not any more', async () => {
    const { machine, later } = open()
    expect(await later(0)).toBeUndefined()
    machine.freeBytes = async () => 99
    expect(await later(1_000)).toBe('disk_full')
    machine.freeBytes = async () => 100
    expect(await later(1_000)).toBeUndefined()
  })

  it('tells of memory, and that there is some again', async () => {
    const { machine, later } = open()
    machine.heldBytes = 51
    expect(await later(1_000)).toBe('memory')
    machine.heldBytes = 50
    expect(await later(1_000)).toBeUndefined()
  })

  it('looks four times a second, however often it is asked', async () => {
    const { machine, later, pressure } = open()
    for (let asked = 0; asked < 1_000; asked++) pressure()
    expect(machine.looks).toBe(1)
    await later(249)
    expect(machine.looks).toBe(1)
    await later(1)
    expect(machine.looks).toBe(2)
  })

  it('does not hold on to what it saw long ago', async () => {
    const { machine, pressure, later } = open()
    machine.freeBytes = async () => 0
    expect(await later(1_000)).toBe('disk_full')
    machine.now += 60_000
    machine.freeBytes = () => Promise.reject(new Error('gone'))
    expect(pressure()).toBeUndefined()
    expect(await later(1_000)).toBeUndefined()
  })

  it('reads this machine', async () => {
    expect(await freeBytesOf(tmpdir())).toBeGreaterThan(0)
    expect(heldBytesOfProcess()).toBeGreaterThan(1_000_000)
  })
})
