import type { SetTimer } from '#telemetry/trace/idle-span.ts'

/** The messages by which tabs agree on a leader. */
export type LeadWord = 'ask' | 'lead' | 'left'

interface TabLeadOptions {
  /** The unique id of this tab. */
  id: string
  post: (word: LeadWord) => void
  onLead: (isLeading: boolean) => void
  setTimer: SetTimer
  /** A number from 0 to 1. */
  random: () => number
}

export interface TabLead {
  /** This tab has become visible: it leads, or follows the current leader. */
  start(): void
  /** This tab was hidden or left. */
  stop(): void
  received(word: LeadWord, from: string): void
}

/** A leader answers within a few milliseconds. */
const ANSWER_MS = 100
const BEAT_MS = 2_000
/** A leader that is silent for this long has crashed or hangs. */
const SILENCE_MS = 6_000

/**
 * Makes one of all visible tabs the leader. Tabs only exchange messages and do not use the Web Locks API,
 * which needs a secure context. The limit of six connections applies to HTTP/1.1, where the desk is mostly
 * served as plain http. Two tabs that start at the same time both lead until they hear from each other.
 * Then the one with the smaller id continues.
 */
export function createTabLead({ id, post, onLead, setTimer, random }: TabLeadOptions): TabLead {
  let isLeading = false
  let cancel: (() => void) | undefined

  function after(delayMs: number, work: () => void): void {
    cancel?.()
    cancel = setTimer(work, delayMs)
  }

  /** Each tab waits for a random time, so that the others hear of it before they try themselves. */
  function leadUnlessReceived(delayMs: number): void {
    after(delayMs * (1 + random()), () => {
      isLeading = true
      onLead(true)
      beat()
    })
  }

  function beat(): void {
    post('lead')
    after(BEAT_MS, beat)
  }

  function giveUp(): void {
    isLeading = false
    onLead(false)
  }

  return {
    start() {
      post('ask')
      leadUnlessReceived(ANSWER_MS)
    },
    stop() {
      cancel?.()
      if (!isLeading) return
      giveUp()
      post('left')
    },
    received(word, from) {
      if (isLeading) {
        if (word === 'left') return
        if (word === 'ask' || from > id) return post('lead') // Another leader that receives this gives up.
        giveUp()
      } else if (word === 'ask') return
      leadUnlessReceived(word === 'left' ? ANSWER_MS : SILENCE_MS)
    },
  }
}
