import { describe, expect, it } from 'vitest'
import { formatPlace, isContinued, parsePlace } from '#server/store/postgres/news/place.ts'
import { parseSnapshot, sees } from '#server/store/postgres/news/snapshot.ts'

describe('parseSnapshot()', () => {
  it('knows which transactions a query saw', () => {
    const snapshot = parseSnapshot('10:20:12,15') ?? expect.fail()
    const seen = ['9', '10', '11', '12', '15', '16', '19', '20', '21'].filter((xid) => sees(snapshot, xid))
    expect(seen).toEqual(['9', '10', '11', '16', '19'])
  })

  it('has no running transaction where none is named', () => {
    const snapshot = parseSnapshot('10:10:') ?? expect.fail()
    expect(['9', '10'].map((xid) => sees(snapshot, xid))).toEqual([true, false])
  })

  it('compares numbers that are too large for a JavaScript number', () => {
    const snapshot = parseSnapshot('9007199254740993:9007199254740995:9007199254740993') ?? expect.fail()
    const seen = ['9007199254740992', '9007199254740993', '9007199254740994'].map((xid) =>
      sees(snapshot, xid),
    )
    expect(seen).toEqual([true, false, true])
  })

  it.each(['', '10', '10:20', '10:20:x', '10:20:12,', 'boot-1', '1_700', '10:20:12:13'])(
    'refuses %j',
    (text) => {
      expect(parseSnapshot(text)).toBeUndefined()
    },
  )
})

describe('a place', () => {
  const place = { server: 1_764_061_200_000, at: 1_764_061_500_123, snapshot: '10:20:12,15' }

  it('is read as it was written', () => {
    const { server, at } = place
    expect(parsePlace(formatPlace(place))).toEqual({ server, at, snapshot: parseSnapshot('10:20:12,15') })
  })

  it('is continued by a later one of the same server, while rows are kept', () => {
    const later = (ms: number) => ({ ...place, at: place.at + ms })
    const found = [1_000, 299_999, 300_000].map((ms) => isContinued(place, later(ms), 300_000))
    expect(found).toEqual([true, true, false])
    expect(isContinued(place, { ...later(1_000), server: place.server + 1 }, 300_000)).toBe(false)
  })

  it('stays short where many transactions are running, and names less then', () => {
    const running = Array.from({ length: 100 }, (_, index) => 1_000_000 + index * 2)
    const text = formatPlace({ ...place, snapshot: `1000000:1000300:${running}` })
    expect(text.length).toBeLessThan(100)
    const { snapshot } = parsePlace(text) ?? expect.fail()
    expect(['999999', '1000000', '1000001'].map((xid) => sees(snapshot, xid))).toEqual([true, false, false])
  })

  it.each(['', 'boot-1', '1764061500123', 'a-b', 'a-b-', 'a-b-10:20', 'a-b-10:20:\nid: 1'])(
    'is not %j',
    (text) => {
      expect(parsePlace(text)).toBeUndefined()
    },
  )
})
