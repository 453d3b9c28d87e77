import { describe, expect, it } from 'vitest'
import type { StreamHandlers } from '#renderer/enhance/live/connection/connection.ts'
import {
  createSharedConnection,
  type TabChannel,
  type TabMessage,
} from '#renderer/enhance/live/connection/shared-connection.ts'
import { createHandClock } from '#tests/support/store/manual-clock.ts'

const LOADED_AT = 1_700_000_000_000

describe('the tabs of one account', () => {
  it('have one stream, though they begin in the same moment', () => {
    const at = openBrowser()
    const tabs = Array.from({ length: 10 }, () => at.openTab())
    at.advance(1_000)
    expect(at.streams()).toHaveLength(1)
    at.say({ event: 'hello', id: 'boot-1' })
    at.say({ event: 'news', id: 'boot-2' })
    for (const tab of tabs) expect([tab.isLive(), tab.news()]).toEqual([true, ['boot-2']])
  })

  it('come to one stream where two lead because neither has heard of the other', () => {
    const at = openBrowser({ random: () => 0.5 }) // all of them wait equally long
    const tabs = Array.from({ length: 7 }, () => at.openTab())
    at.advance(150)
    at.advance(2_000)
    expect(at.streams()).toHaveLength(1)
    at.say({ event: 'hello', id: 'boot-1' })
    expect(tabs.every((tab) => tab.isLive())).toBe(true)
  })

  it.each(['is hidden', 'crashes'])(
    'hand the stream over where the one that leads %s, and miss nothing',
    (how) => {
      const at = openBrowser()
      const tabs = Array.from({ length: 4 }, () => at.openTab())
      at.advance(1_000)
      at.say({ event: 'hello', id: 'boot-1' })
      at.say({ event: 'news', id: 'boot-2' })
      const leader = tabs.find((tab) => tab.streams().length > 0)
      const others = tabs.filter((tab) => tab !== leader)
      if (how === 'crashes') leader?.crash()
      else leader?.pause()
      at.advance(how === 'crashes' ? 12_000 : 200)
      expect(at.streams()).toHaveLength(1)
      expect(at.streams()[0]?.lastId).toBe('boot-2')
      at.say({ event: 'hello', id: 'boot-4' }) // something came in between
      for (const tab of others) expect([tab.isLive(), tab.missed()]).toEqual([true, 1])
      at.say({ event: 'news', id: 'boot-5' })
      for (const tab of others) expect(tab.news()).toEqual(['boot-2', 'boot-5'])
    },
  )

  it('miss nothing where nothing came while the stream was handed over', () => {
    const at = openBrowser()
    const tabs = Array.from({ length: 3 }, () => at.openTab())
    at.advance(1_000)
    at.say({ event: 'hello', id: 'boot-1' })
    const leader = tabs.find((tab) => tab.streams().length > 0)
    leader?.pause()
    at.advance(200)
    at.say({ event: 'hello', id: 'boot-1' })
    for (const tab of tabs) expect(tab.missed()).toBe(0)
  })

  it('are told of what came after their page was loaded, and before they listened', () => {
    const at = openBrowser()
    at.openTab()
    at.advance(1_000)
    at.say({ event: 'hello', id: 'boot-1', cameAt: LOADED_AT - 1 })
    at.say({ event: 'news', id: 'boot-2', at: LOADED_AT + 500 })
    const [older, newer] = [at.openTab(LOADED_AT + 400), at.openTab(LOADED_AT + 600)]
    at.advance(300)
    expect([older.missed(), newer.missed()]).toEqual([1, 0])
  })

  it('say that no updates come while the stream is broken', () => {
    const at = openBrowser()
    const tabs = [at.openTab(), at.openTab()]
    at.advance(1_000)
    at.say({ event: 'hello', id: 'boot-1' })
    at.streams()[0]?.handlers.failed()
    at.advance(2)
    expect(tabs.map((tab) => tab.isLive())).toEqual([false, false])
    at.advance(5_000)
    at.say({ event: 'hello', id: 'boot-1' })
    expect(tabs.map((tab) => tab.isLive())).toEqual([true, true])
  })

  it('neither hear nor lead while they are hidden, and go on from the last that they heard', () => {
    const at = openBrowser()
    const [first, second] = [at.openTab(), at.openTab()]
    at.advance(1_000)
    at.say({ event: 'hello', id: 'boot-1' })
    first.pause()
    second.pause()
    at.advance(60_000)
    expect([at.streams().length, at.pending()]).toEqual([0, 0])
    first.resume()
    at.advance(300)
    expect(at.streams()[0]?.lastId).toBe('boot-1')
    at.say({ event: 'hello', id: 'boot-7' })
    expect([first.missed(), second.missed(), second.isLive()]).toEqual([1, 0, false])
  })

  it('have a stream each where the browser has no channels', () => {
    const at = openBrowser({ hasChannels: false })
    at.openTab()
    at.openTab()
    at.advance(1_000)
    expect(at.streams()).toHaveLength(2)
  })
})

/** The tabs of one browser, whose messages arrive a moment after they were sent. */
function openBrowser({ hasChannels = true, random = numbers() } = {}) {
  const hand = createHandClock()
  const ears = new Map<object, (message: TabMessage) => void>()
  const streams: { tab: object; lastId: string | undefined; handlers: StreamHandlers; isOpen: boolean }[] = []
  let tabs = 0
  const openStreams = () => streams.filter(({ isOpen }) => isOpen)

  function openChannel(tab: object, hear: (message: TabMessage) => void): TabChannel | undefined {
    if (!hasChannels) return undefined
    ears.set(tab, hear)
    return {
      post(message) {
        for (const other of ears.keys()) {
          if (other !== tab) hand.setTimer(() => ears.get(other)?.(structuredClone(message)), 1)
        }
      },
      close: () => ears.delete(tab),
    }
  }

  return {
    ...hand,
    streams: openStreams,
    say({ event, id, cameAt = 0, at = 0 }: { event: string; id: string; cameAt?: number; at?: number }) {
      const data = JSON.stringify(
        event === 'hello' ? { hasMissed: false, cameAt, at } : { projects: [], issues: [], at },
      )
      for (const { handlers } of openStreams()) handlers.received({ event, data, id })
      hand.advance(2)
    },
    openTab(loadedAt = LOADED_AT) {
      const tab = {}
      const heard: string[] = []
      let missed = 0
      let isLive = false
      let isCrashed = false
      const connection = createSharedConnection({
        openChannel: (hear) => openChannel(tab, (message) => isCrashed || hear(message)),
        openStream(lastId, handlers) {
          const stream = { tab, lastId, handlers, isOpen: true }
          streams.push(stream)
          return () => {
            stream.isOpen = false
          }
        },
        loadedAt: () => loadedAt,
        onHello({ hasMissed }) {
          if (hasMissed) missed++
        },
        onUpdate: ({ id }) => heard.push(id),
        onOpen(isOpen) {
          isLive = isOpen
        },
        tabId: String(100 - tabs++),
        setTimer: (work, delayMs) => hand.setTimer(() => isCrashed || work(), delayMs),
        clock: hand.clock,
        random,
      })
      connection.resume()
      return {
        ...connection,
        streams: () => openStreams().filter((stream) => stream.tab === tab),
        missed: () => missed,
        news: () => heard,
        isLive: () => isLive,
        crash() {
          isCrashed = true
          ears.delete(tab)
          for (const stream of streams) if (stream.tab === tab) stream.isOpen = false
        },
      }
    },
  }
}

/** From 0 to 1, in no order. */
function numbers(): () => number {
  let last = 0
  return () => {
    last = (last + 0.37) % 1
    return last
  }
}
