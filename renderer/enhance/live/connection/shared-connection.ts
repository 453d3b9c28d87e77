import { parseHello, parseUpdate } from '#renderer/enhance/live/parse-update.ts'
import type { SetTimer } from '#telemetry/trace/idle-span.ts'
import { createLiveConnection, type StreamHandlers, type StreamMessage } from './connection.ts'
import { createTabLead, type LeadWord } from './tab-lead.ts'

/** What is known of the stream where it is open; `cameAt` is when the last update came, by the server's clock. */
interface StreamState {
  isOpen: boolean
  id: string | undefined
  cameAt: number
}

/** From tab to tab, each of one account. */
export type TabMessage =
  | { word: LeadWord; from: string; state: StreamState }
  | { word: 'said'; from: string; message: StreamMessage }

export interface TabChannel {
  post(message: TabMessage): void
  close(): void
}

interface SharedOptions {
  /** Undefined in a browser that has no channels: its tabs have a stream each. */
  openChannel: (hear: (message: TabMessage) => void) => TabChannel | undefined
  /** Opens a stream that goes on after the message of this id. Gives what closes it. */
  openStream: (lastId: string | undefined, handlers: StreamHandlers) => () => void
  /** When the page was loaded, by the server's clock. */
  loadedAt: () => number
  /** Updates come from now on; whether any were missed, and when the last came. */
  onHello: (hello: { hasMissed: boolean; cameAt: number }) => void
  onUpdate: (message: StreamMessage) => void
  onOpen: (isOpen: boolean) => void
  tabId: string
  setTimer: SetTimer
  clock: () => number
  random: () => number
}

export interface SharedConnection {
  /** The page is seen. */
  resume(): void
  /** It is hidden, or left: it neither hears nor leads. */
  pause(): void
}

/**
 * One stream for all tabs of an account: the tab that leads holds it, and passes on what it says. A browser opens six
 * connections to a server over HTTP/1.1, for all of its tabs: with a stream each, the seventh would never load. Every tab
 * knows the last message that it has heard, so that whoever leads next goes on from there.
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

  /** Of the own stream, or of the one that another tab holds: what came before it may have been missed. */
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
    onOpen: (isOpen) => isOpen || setOpen(false), // it is open from its first message on, which greets
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
      if (!isLeading && state.isOpen) take(message.message) // else it says later what was missed
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
