import { MINUTE_MS, SECOND_MS } from '#server/protocol/time.ts'

/**
 * The first message of a rule to a channel is sent at once. What comes in the minute after it is one message at its end, then what
 * comes in five minutes, then in half an hour for as long as something comes.
 */
const STEPS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS] as const

export interface Window {
  step: number
  /** Milliseconds since the epoch. */
  endsAt: number
}

/** When a message is due that something new belongs to, and whether that is at once. */
export function dueIn(window: Window | undefined, now: number): { at: number; isAtOnce: boolean } {
  const isOpen = window !== undefined && now < window.endsAt
  return isOpen ? { at: window.endsAt, isAtOnce: false } : { at: now, isAtOnce: true }
}

/** The window after a message: a longer one where the message was itself collected in one. */
export function nextWindow(previous: Window | undefined, sentAt: number, isAtOnce: boolean): Window {
  const step = isAtOnce ? 0 : Math.min((previous?.step ?? 0) + 1, STEPS_MS.length - 1)
  return { step, endsAt: sentAt + (STEPS_MS[step] ?? STEPS_MS[0]) }
}

/** What is due is looked for each second: so what happens in one second is one message. */
const LOOK_MS = SECOND_MS

/** The messages that would be sent if things happened at these times, oldest first: when each is sent, and what is in it. */
export function simulate(times: readonly number[]): { at: number; members: number[] }[] {
  const messages: { at: number; members: number[] }[] = []
  let window: Window | undefined
  let open: { at: number; members: number[]; isAtOnce: boolean } | undefined
  for (const [member, time] of times.entries()) {
    if (open !== undefined && time < open.at) {
      open.members.push(member)
      continue
    }
    if (open !== undefined) window = nextWindow(window, open.at, open.isAtOnce)
    const { at, isAtOnce } = dueIn(window, time)
    open = { at: isAtOnce ? at + LOOK_MS : at, members: [member], isAtOnce }
    messages.push(open)
  }
  return messages.map(({ at, members }) => ({ at, members }))
}
