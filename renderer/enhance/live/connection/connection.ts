import type { SetTimer } from '#telemetry/trace/idle-span.ts'

/** One message of the stream, as server/live/live-feed.ts writes it. */
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
  /** Opens a stream, and returns a function that closes it. */
  open: (handlers: StreamHandlers) => () => void
  onMessage: (message: StreamMessage) => void
  /** Called when updates start or stop coming. */
  onOpen: (isOpen: boolean) => void
  setTimer: SetTimer
  clock: () => number
  /** A number from 0 to 1. */
  random: () => number
}

export interface LiveConnection {
  /** The page starts to receive updates. */
  resume(): void
  /** The page stops. It then costs nothing in the browser or on the server. */
  pause(): void
}

/** A stream that is silent for longer counts as broken: the server sends a beat every 20 s. */
const SILENCE_MS = 45_000
/**
 * The silence is measured with the wall clock, at this interval, because timers stop while a machine
 * sleeps.
 */
const WATCH_MS = 15_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 120_000

/**
 * Holds one stream open while the page is visible. It reopens the stream after an error, later each time,
 * and after a silence.
 */
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

  /**
   * The wait is a random part between half and all of it, so that pages do not all reconnect at once after
   * a restart.
   */
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
