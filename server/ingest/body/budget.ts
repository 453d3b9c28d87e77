import { limits } from '#server/protocol/limits.ts'
import { RefusedBody } from './encoding.ts'

/**
 * The sender of a body, as far as it is known: a project, a sender for another server, or an address that has not sent
 * its key yet.
 */
export type BodySender = { projectId: number } | { dsn: string } | { address: string }

export interface BodyShare {
  /** Sets the sender, once the first line has told it. */
  nameSender(sender: BodySender): void
  /** Reserves room for bytes before they are kept; throws if this body is the one that must give way. */
  hold(bytes: number): void
  /** Counts bytes that arrived, as sent: a body that sends too few of them is given up. */
  arrived(bytes: number): void
  /** The whole body has arrived: it can no longer be slow. */
  allArrived(): void
  end(): void
}

export interface BodyBudgetOptions {
  bytesBeingRead?: number
  unknownBytesBeingRead?: number
  unknownBytesPerAddress?: number
  /** A monotonic clock in milliseconds, which ignores changes of the time of day. */
  stopwatch?: () => number
}

export type BodyBudget = ReturnType<typeof createBodyBudget>

interface Body {
  group: string
  isKnown: boolean
  startedAt: number
  heldBytes: number
  windowStartedAt: number
  windowBytes: number
  hasAllArrived: boolean
  giveUp: (refusal: RefusedBody) => void
}

/**
 * Shares a limit of bytes among all bodies that are being read. At the limit, the sender that holds the most gives way,
 * and of its bodies the one that has held the most for the longest: a body that comes and goes is never that one, so
 * connections that are held open shut out only each other. Bytes count when they are buffered, not when a header
 * promises them.
 */
export function createBodyBudget(options: BodyBudgetOptions = {}) {
  const { bytesBeingRead = limits.bytesBeingRead, stopwatch = () => performance.now() } = options
  const { unknownBytesBeingRead = limits.unknownBytesBeingRead } = options
  const { unknownBytesPerAddress = limits.unknownBytesPerAddress } = options
  const bodies = new Set<Body>()
  /** Bytes by sender; a sender that holds none is not in it. */
  const groups = new Map<string, number>()
  let heldBytes = 0
  let unknownBytes = 0

  function add(body: Body, bytes: number): void {
    body.heldBytes += bytes
    heldBytes += bytes
    if (!body.isKnown) unknownBytes += bytes
    const sum = (groups.get(body.group) ?? 0) + bytes
    if (sum === 0) groups.delete(body.group)
    else groups.set(body.group, sum)
  }

  function remove(body: Body): void {
    if (!bodies.delete(body)) return
    add(body, -body.heldBytes)
  }

  /** Returns the worst of the given ones: bytes multiplied by the time that they were held. */
  function worstOf(isAsked: (body: Body) => boolean): Body | undefined {
    const now = stopwatch()
    let worst: Body | undefined
    let most = Number.NEGATIVE_INFINITY
    for (const body of bodies) {
      if (!isAsked(body)) continue
      const weight = body.heldBytes * (now - body.startedAt)
      if (weight <= most) continue
      worst = body
      most = weight
    }
    return worst
  }

  function largestGroup(): string | undefined {
    let largest: string | undefined
    let most = 0
    for (const [group, bytes] of groups) {
      if (bytes <= most) continue
      largest = group
      most = bytes
    }
    return largest
  }

  /** Gives bodies up until there is room; throws if the caller's own body is next. */
  function makeRoom(asking: Body, isFull: () => boolean, findWorst: () => Body | undefined): void {
    while (isFull()) {
      const worst = findWorst()
      const refusal = new RefusedBody(503, 'Cannot read body: the server is receiving too much data')
      if (!worst || worst === asking || worst.heldBytes === 0) throw refusal
      remove(worst)
      worst.giveUp(refusal)
    }
  }

  function hold(body: Body, bytes: number): void {
    if (!body.isKnown) {
      const isAddressFull = () => (groups.get(body.group) ?? 0) + bytes > unknownBytesPerAddress
      makeRoom(body, isAddressFull, () => worstOf(({ group }) => group === body.group))
      const isUnknownFull = () => unknownBytes + bytes > unknownBytesBeingRead
      makeRoom(body, isUnknownFull, () => worstOf(({ isKnown }) => !isKnown))
    }
    const isFull = () => heldBytes + bytes > bytesBeingRead
    makeRoom(body, isFull, () => {
      const largest = largestGroup()
      return worstOf(({ group }) => group === largest)
    })
    add(body, bytes)
  }

  return {
    /** Adds a body to the count. `giveUp` is called if it must end early. */
    begin(sender: BodySender, giveUp: Body['giveUp']): BodyShare {
      const now = stopwatch()
      const fresh = { startedAt: now, windowStartedAt: now, heldBytes: 0, windowBytes: 0 }
      const body: Body = { ...groupOf(sender), ...fresh, hasAllArrived: false, giveUp }
      bodies.add(body)
      return {
        nameSender(known) {
          const held = body.heldBytes
          add(body, -held)
          Object.assign(body, groupOf(known))
          add(body, held)
        },
        hold: (bytes) => hold(body, bytes),
        arrived(bytes) {
          body.windowBytes += bytes
        },
        allArrived() {
          body.hasAllArrived = true
        },
        end: () => remove(body),
      }
    },
    /** Gives up bodies that sent too little in the last few seconds. The caller runs it about once a second. */
    endSlow(): void {
      const now = stopwatch()
      for (const body of bodies) {
        if (body.hasAllArrived || now - body.windowStartedAt < limits.bodyWindowMs) continue
        if (body.windowBytes < limits.bodyBytesPerWindow) {
          remove(body)
          body.giveUp(new RefusedBody(408, TOO_SLOW))
          continue
        }
        body.windowStartedAt = now
        body.windowBytes = 0
      }
    },
    /** The process stood still: the senders are not to blame for the bytes that did not arrive meanwhile. */
    forgive(): void {
      for (const body of bodies) {
        body.windowStartedAt = stopwatch()
        body.windowBytes = 0
      }
    },
    bodies: () => bodies.size,
    heldBytes: () => heldBytes,
  }
}

const TOO_SLOW = `Cannot read body: less than ${limits.bodyBytesPerWindow} bytes arrived in ${limits.bodyWindowMs / 1000} seconds`

function groupOf(sender: BodySender): Pick<Body, 'group' | 'isKnown'> {
  if ('projectId' in sender) return { isKnown: true, group: `project ${sender.projectId}` }
  if ('dsn' in sender) return { isKnown: true, group: `desk ${sender.dsn}` }
  return { isKnown: false, group: `address ${sender.address}` }
}
