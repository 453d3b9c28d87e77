import { describe, expect, it } from 'vitest'
import {
  createLiveConnection,
  type StreamHandlers,
  type StreamMessage,
} from '#renderer/enhance/live/connection/connection.ts'
import { createHandClock } from '#tests/support/store/manual-clock.ts'

describe('createLiveConnection()', () => {
  it('opens no stream until the page is seen, and none while it is hidden', () => {
    const at = openConnection()
    expect(at.streams).toHaveLength(0)
    at.resume()
    expect(at.open()).toBe(1)
    at.pause()
    expect([at.open(), at.pending()]).toEqual([0, 0])
  })

  it('says whether updates come: from the first message on, until it breaks or is hidden', () => {
    const at = openConnection()
    at.resume()
    expect(at.isLive()).toBe(false)
    at.say({ event: 'hello', id: 'boot-1' })
    expect(at.isLive()).toBe(true)
    at.fail()
    expect(at.isLive()).toBe(false)
    at.untilNextStream()
    at.say({ event: 'hello', id: 'boot-1' })
    at.pause()
    expect(at.isLive()).toBe(false)
  })

  it('hands on what the stream says, but for its beats', () => {
    const at = openConnection()
    at.resume()
    at.say({ event: 'hello', id: 'boot-3' })
    at.say({ event: 'beat', id: '' })
    expect(at.heard.map(({ event }) => event)).toEqual(['hello'])
  })

  it('comes back after a failure, each time later, with jitter, and at once when it worked', () => {
    const at = openConnection({ random: () => 0 })
    at.resume()
    const waits: number[] = []
    for (let failure = 0; failure < 10; failure++) {
      at.fail()
      waits.push(at.untilNextStream())
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000])
    at.say({ event: 'hello', id: 'boot-1' })
    at.fail()
    expect(at.untilNextStream()).toBe(500)
  })

  it('waits twice as long at most by its jitter', () => {
    const at = openConnection({ random: () => 1 })
    at.resume()
    at.fail()
    expect(at.untilNextStream()).toBe(1000)
  })

  it('begins anew where the server is silent, as after a sleep', () => {
    const at = openConnection({ random: () => 0 })
    at.resume()
    for (let beats = 0; beats < 10; beats++) {
      at.advance(20_000)
      at.say({ event: 'beat', id: '' })
    }
    expect(at.streams).toHaveLength(1)
    at.advance(61_000)
    expect(at.streams).toHaveLength(2)
    expect(at.open()).toBe(1)
  })

  it('takes a stream that died in its sleep for dead as soon as the page is seen again', () => {
    const at = openConnection()
    at.resume()
    at.sleep(3_600_000)
    at.resume()
    expect([at.streams.length, at.open()]).toEqual([2, 1])
    at.resume()
    expect(at.streams).toHaveLength(2)
  })

  it('hears nothing of a stream that it has left', () => {
    const at = openConnection()
    at.resume()
    at.pause()
    at.resume()
    at.streams[0]?.handlers.received({ event: 'news', data: '{}', id: 'boot-9' })
    at.streams[0]?.handlers.failed()
    expect([at.heard.length, at.open()]).toEqual([0, 1])
  })
})

function openConnection({ random = () => 0.5 }: { random?: () => number } = {}) {
  const { clock, setTimer, advance, pending } = createHandClock()
  const streams: { handlers: StreamHandlers; isOpen: boolean }[] = []
  const heard: StreamMessage[] = []
  let sleptMs = 0
  let isLive = false
  const connection = createLiveConnection({
    open(handlers) {
      const stream = { handlers, isOpen: true }
      streams.push(stream)
      return () => {
        stream.isOpen = false
      }
    },
    onMessage: (message) => heard.push(message),
    onOpen(isOpen) {
      isLive = isOpen
    },
    setTimer,
    clock: () => clock() + sleptMs,
    random,
  })
  return {
    ...connection,
    streams,
    heard,
    advance,
    pending,
    /** Time passes, and no timer runs. */
    sleep(durationMs: number) {
      sleptMs += durationMs
    },
    isLive: () => isLive,
    open: () => streams.filter(({ isOpen }) => isOpen).length,
    say: (message: Omit<StreamMessage, 'data'>) =>
      streams.at(-1)?.handlers.received({ data: '', ...message }),
    fail: () => streams.at(-1)?.handlers.failed(),
    untilNextStream() {
      const before = streams.length
      let waited = 0
      for (; streams.length === before && waited < 200_000; waited += 100) advance(100)
      return waited
    },
  }
}
