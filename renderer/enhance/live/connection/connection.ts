import type { SetTimer } from '#telemetry/trace/idle-span.ts'

/** What the stream says, one message at a time: server/live/live-feed.ts. */
export interface StreamMessage {
  event: string
  data: string
  id: string
}

export interface StreamHandlers {
  received(message: StreamMessage): void
  failed(): void
}

interface ConnectionOptions {
  /** Opens a stream. Gives what closes it. */
  open: (handlers: StreamHandlers) => () => void
  onMessage: (message: StreamMessage) => void
  /** Whether updates come, from now on. */
  onOpen: (isOpen: boolean) => void
  setTimer: SetTimer
  clock: () => number
  /** From 0 to 1. */
  random: () => number
}

export interface LiveConnection {
  /** The page is to hear what comes. */
  resume(): void
  /** It costs nothing, here and on the server. */
  pause(): void
}

/** The server beats every 20 s. */
const SILENCE_MS = 45_000
/** By the wall clock, in slices: timers stand still while a machine sleeps. */
const WATCH_MS = 15_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 120_000

/** One stream while the page is seen: opened again when it breaks, later each time, and when it is silent. */
export function createLiveConnection(options: ConnectionOptions): LiveConnection {
  const { open, onMessage, onOpen, setTimer, clock, random } = options
  let close: (() => void) | undefined
  let cancelTimer: (() => void) | undefined
  let isPaused = true
  let receivedAt = 0
  let failures = 0

  function end(): void {
    cancelTimer?.()
    close?.()
    cancelTimer = undefined
    close = undefined
    onOpen(false)
  }

  function connect(): void {
    end()
    receivedAt = clock()
    let isCurrent = true
    const closeStream = open({
      received(message) {
        if (!isCurrent) return
        failures = 0
        receivedAt = clock()
        onOpen(true)
        if (message.event !== 'beat') onMessage(message)
      },
      failed() {
        if (isCurrent) retry()
      },
    })
    close = () => {
      isCurrent = false
      closeStream()
    }
    watch()
  }

  function watch(): void {
    cancelTimer = setTimer(() => (clock() - receivedAt > SILENCE_MS ? retry() : watch()), WATCH_MS)
  }

  /** Between half of the wait and all of it, so that pages do not come back together after a restart. */
  function retry(): void {
    end()
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures++)
    cancelTimer = setTimer(connect, wait * (0.5 + random() / 2))
  }

  return {
    resume() {
      if (!isPaused && close && clock() - receivedAt <= SILENCE_MS) return
      isPaused = false
      failures = 0
      connect()
    },
    pause() {
      isPaused = true
      end()
    },
  }
}
