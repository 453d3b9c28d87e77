import { describe, expect, it } from 'vitest'
import { createDiskShare } from '#server/ingest/limits/disk-share.ts'

const MIB = 1024 * 1024
const HOUR_MS = 3_600_000
const NOW = 1_000 * HOUR_MS

function open(freeMib: number) {
  const disk = { freeMib, looks: 0, passedMs: 0 }
  const share = createDiskShare({
    stopwatch: () => disk.passedMs,
    async readFreeBytes() {
      disk.looks++
      return disk.freeMib * MIB
    },
  })
  const later = async (project: number, mib: number, now = NOW) => {
    disk.passedMs += 1_000
    share(99, 0, now)
    await new Promise(setImmediate)
    return share(project, mib * MIB, now)
  }
  return { disk, share, later }
}

describe('the share of a disk that is almost full', () => {
  it('is anything while 1 GiB is free', async () => {
    const { later } = open(1_024)
    for (let times = 0; times < 100; times++) expect(await later(1, 40)).toBeUndefined()
  })

  it('is an eighth of what is left above 100 MiB in an hour, below that', async () => {
    const { later } = open(900)
    expect(await later(1, 100)).toBeUndefined()
    expect(await later(1, 1)).toEqual({
      pauseSeconds: 600,
      categories: [],
      scope: 'project',
      reason: 'disk_share',
    })
    expect(await later(2, 100)).toBeUndefined()
    expect(await later(1, 1, NOW + HOUR_MS)).toBeUndefined()
  })

  it('is gone at once for who has filled the disk in this hour, and for nobody else', async () => {
    const { disk, later } = open(10_000)
    for (let times = 0; times < 250; times++) expect(await later(1, 36)).toBeUndefined()
    expect(await later(2, 5)).toBeUndefined()
    disk.freeMib = 1_000
    expect((await later(1, 0.001))?.reason).toBe('disk_share')
    expect(await later(2, 5)).toBeUndefined()
  })

  it('looks at the disk once a second, however many bodies come', () => {
    const { disk, share } = open(1)
    for (let times = 0; times < 1_000; times++) share(1, 1, NOW)
    expect(disk.looks).toBe(1)
  })
})
