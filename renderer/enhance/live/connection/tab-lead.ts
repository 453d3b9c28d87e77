import type { SetTimer } from '#telemetry/trace/idle-span.ts'

/** What tabs say to one another of who leads. */
export type LeadWord = 'ask' | 'lead' | 'left'

interface TabLeadOptions {
  /** Of this tab; no other has the same. */
  id: string
  post: (word: LeadWord) => void
  onLead: (isLeading: boolean) => void
  setTimer: SetTimer
  /** From 0 to 1. */
  random: () => number
}

export interface TabLead {
  /** This tab is seen: it leads, or follows who does. */
  start(): void
  /** It is hidden, or left. */
  stop(): void
  received(word: LeadWord, from: string): void
}

/** Who leads answers within a few milliseconds. */
const ANSWER_MS = 100
const BEAT_MS = 2_000
/** Of a leader that crashed, or hangs. */
const SILENCE_MS = 6_000

/**
 * One of all tabs that are seen leads. By messages alone, and not by the Web Locks API: that is for secure contexts, and
 * where a browser has only six connections to a server, over HTTP/1.1, the desk is most often at plain http. Two that
 * begin in the same moment both lead until they hear of one another: then the one whose id comes first goes on.
 */
export function createTabLead({ id, post, onLead, setTimer, random }: TabLeadOptions): TabLead {
  let isLeading = false
  let cancel: (() => void) | undefined

  function after(delayMs: number, work: () => void): void {
    cancel?.()
    cancel = setTimer(work, delayMs)
  }

  /** At a moment of its own, so that the others hear of it before theirs comes. */
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
        if (word === 'ask' || from > id) return post('lead') // another leader hears it, and gives way
        giveUp()
      } else if (word === 'ask') return
      leadUnlessReceived(word === 'left' ? ANSWER_MS : SILENCE_MS)
    },
  }
}
