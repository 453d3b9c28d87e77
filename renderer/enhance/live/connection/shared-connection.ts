import { parseHello, parseUpdate } from '#renderer/enhance/live/parse-update.ts'
import type { SetTimer } from '#telemetry/trace/idle-span.ts'
import { createLiveConnection, type StreamHandlers, type StreamMessage } from './connection.ts'
import { createTabLead, type LeadWord } from './tab-lead.ts'

/** The state of an open stream. `cameAt` is the time of the last update, by the server's clock. */
interface StreamState {
  isOpen: boolean
  id: string | undefined
  cameAt: number
}

/** Messages between tabs of one account. */
export type TabMessage =
  | { word: LeadWord; from: string; state: StreamState }
  | { word: 'said'; from: string; message: StreamMessage }

export interface TabChannel {
  post(message: TabMessage): void
  close(): void
}

interface SharedOptions {
  /** Undefined in a browser without channels, where each tab opens a stream of its own. */
  openChannel: (hear: (message: TabMessage) => void) => TabChannel | undefined
  /** Opens a stream that continues after the message with this id, and returns a function that closes it. */
  openStream: (lastId: string | undefined, handlers: StreamHandlers) => () => void
  /** The time at which the page was loaded, by the server's clock. */
  loadedAt: () => number
  /** Called when updates begin: it says whether any were missed, and when the last one came. */
  onHello: (hello: { hasMissed: boolean; cameAt: number }) => void
  onUpdate: (message: StreamMessage) => void
  onOpen: (isOpen: boolean) => void
  tabId: string
  setTimer: SetTimer
  clock: () => number
  random: () => number
}

export interface SharedConnection {
  /** The page has become visible. */
  resume(): void
  /** The page was hidden or left. It stops receiving updates and stops leading. */
  pause(): void
}

/**
 * Shares one stream among all tabs of an account. The leading tab holds it and forwards its messages. A
 * browser opens at most six connections to a server over HTTP/1.1 for all of its tabs, so with one stream
 * each, the seventh tab would never load. Every tab remembers the id of the last message, so that the next
 * leader can continue there.
 */
export function createSharedConnection(options: SharedOptions): SharedConnection {
  const { tabId: from, openChannel, openStream, loadedAt, onHello, onUpdate: onNews, onOpen } = options
  const { setTimer, clock, random } = options
  let channel: TabChannel | undefined
  let isSeen = false
  let isLeading = false
  const state: StreamState = { isOpen: false, id: undefined, cameAt: 0 }

  function setOpen(isOpen: boolean): void {
    if (state.isOpen === isOpen) return
    state.isOpen = isOpen
    onOpen(isOpen)
    if (isLeading) notify('lead')
  }

  function notify(word: LeadWord): void {
    channel?.post({ word, from, state: { ...state } })
  }

  /**
   * Handles the first message of the own stream, or of the stream that another tab holds. Earlier updates
   * may have been missed.
   */
  function greet({ id, cameAt }: StreamState): void {
    if (state.isOpen && state.id === id) return
    const hasMissed = state.id === undefined ? cameAt >= loadedAt() : state.id !== id
    Object.assign(state, { id, cameAt })
    setOpen(true)
    onHello({ hasMissed, cameAt })
  }

  function take(message: StreamMessage): void {
    if (message.id !== '') state.id = message.id
    state.cameAt = parseUpdate(message.data)?.at ?? state.cameAt
    onNews(message)
  }

  const connection = createLiveConnection({
    open: (handlers) => openStream(state.id, handlers),
    onMessage(message) {
      if (message.event === 'hello') {
        greet({ isOpen: true, id: message.id, cameAt: parseHello(message.data).cameAt })
      } else {
        take(message)
        channel?.post({ word: 'said', from, message })
      }
    },
    // The stream counts as open from its first message on, which is the greeting.
    onOpen: (isOpen) => isOpen || setOpen(false),
    setTimer,
    clock,
    random,
  })

  const lead = createTabLead({
    id: from,
    post: notify,
    onLead(leads) {
      isLeading = leads
      if (leads) connection.resume()
      else connection.pause()
    },
    setTimer,
    random,
  })

  function hear(message: TabMessage): void {
    if (message.word === 'said') {
      if (!isLeading && state.isOpen) take(message.message) // Otherwise the missed updates are reported later.
      return
    }
    lead.received(message.word, message.from)
    if (message.word !== 'lead' || isLeading) return
    if (message.state.isOpen) greet(message.state)
    else setOpen(false)
  }

  return {
    resume() {
      if (isLeading) connection.resume()
      if (isSeen) return
      isSeen = true
      channel = openChannel(hear)
      lead.start()
    },
    pause() {
      if (!isSeen) return
      isSeen = false
      lead.stop()
      channel?.close()
      channel = undefined
      setOpen(false)
    },
  }
}
