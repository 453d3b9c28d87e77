import type { IssueChange } from '#server/models/issue-changes.ts'
import { SECOND_MS } from '#server/protocol/time.ts'
import type { Arrival, LogArrival } from '#server/store/engine/news.ts'
import type { VisibleProjects } from '#server/store/scope/scope-store.ts'
import type { SetTimer } from '#telemetry/trace/idle-span.ts'
import type { MessageIds } from './message-ids.ts'
import { tellUpdate } from './told-update.ts'
import { createUpdateBuffer } from './update-buffer.ts'
import { type WatchedProject, watchProjects } from './watch-projects.ts'

/** One open page. */
export interface Listener {
  /** False where what was sent before has not left yet: the page is too slow, or gone without a word. */
  send(text: string): boolean
  close(): void
  /**
   * Finds what its viewer sees; undefined where it may not go on listening. Asked once a second where anything was
   * written, and with each heartbeat.
   */
  findSeen(): Promise<VisibleProjects | undefined>
}

/** Who listens: one session in all its windows, of an account that may have several. */
export interface Owner {
  session: string
  accountId: number
  /** What they see when they begin. */
  sees: VisibleProjects
}

export interface LiveFeed {
  /** Called when news have come that the feed will be told in a moment. */
  expect(): void
  /** Told after each commit: costs a comparison where nobody listens. */
  note(arrivals: readonly Arrival[], logs?: readonly LogArrival[]): void
  /** Told of what people did, when it is stored. */
  noteChange(change: IssueChange): void
  /** Told that something happened in these projects, or anywhere if none is named. */
  noteUnknown(projectIds: readonly number[]): void
  /**
   * Undefined when there is no room. `after` is the id of the last message that the page has seen, or when the page was
   * loaded, in milliseconds: it hears whether anything came since. Gives what ends it.
   */
  subscribe(owner: Owner, listener: Listener, after?: string): (() => void) | undefined
  /** Open pages. */
  size(): number
  close(): void
}

interface LiveFeedOptions {
  /** Another number after each write, by whichever process. */
  version: () => number
  /** For the projects that a message names: what a page shows of them. */
  readProjects: () => Promise<(WatchedProject & { slug: string })[]>
  clock: () => number
  setTimer: SetTimer
  ids: MessageIds
  /** Hears of projects that have changed and nobody has told why: it tells the pages, perhaps those of other processes too. */
  onNoticed: (projectIds: readonly number[]) => void
  onFailure: (thrown: unknown) => void
}

/** @internal */
export const HEARTBEAT_MS = 20_000
const MOST_LISTENERS = 500
const ASKED_AT_ONCE = 50
/** Windows of one session; browsers keep to six over HTTP/1.1. */
const MOST_OF_SESSION = 20
/** Of all its sessions, so that one account can't take what is for all. */
const MOST_OF_ACCOUNT = 50

/** Tells open pages what was stored, as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export function createLiveFeed(options: LiveFeedOptions): LiveFeed {
  const { readProjects, clock, setTimer, ids, onFailure } = options
  const listeners = new Map<Listener, Owner>()
  const buffer = createUpdateBuffer()
  let lastSentAt = Number.NEGATIVE_INFINITY
  let cancelFlush: (() => void) | undefined
  let cancelHeartbeat: (() => void) | undefined
  /** When the last event came, or somebody changed something; pages may be older than this process. */
  let cameAt = clock()

  const watch = watchProjects({
    ...options,
    onWrite: letGo,
    onChange(projectIds) {
      if (listeners.size > 0) options.onNoticed(projectIds) // otherwise they left while the projects were read
    },
  })

  function drop(listener: Listener): void {
    if (!listeners.delete(listener)) return
    listener.close()
    if (listeners.size === 0) rest()
  }

  /** Nobody listens: what comes now is only known to have come. */
  function rest(): void {
    cancelFlush?.()
    cancelHeartbeat?.()
    cancelFlush = undefined
    cancelHeartbeat = undefined
    watch.stop()
    if (!buffer.isEmpty()) ids.noteUntold()
    buffer.take()
  }

  function broadcast(text: string): void {
    for (const listener of [...listeners.keys()]) send(listener, text)
  }

  function send(listener: Listener, text: string | undefined): void {
    if (text !== undefined && !listener.send(text)) drop(listener)
  }

  async function flush(): Promise<void> {
    cancelFlush = undefined
    lastSentAt = clock()
    const message = ids.next()
    const update = buffer.take()
    const known = await readProjects()
    const messages = new Map<string, string | undefined>()
    for (const [listener, { sees }] of [...listeners]) {
      const key = String(sees)
      if (!messages.has(key)) {
        const told = tellUpdate(update, known, sees)
        const text = told && formatMessage('news', JSON.stringify({ ...told, at: clock() }), message.id)
        messages.set(key, text)
      }
      send(listener, messages.get(key))
    }
    message.noteSent()
  }

  /** Updates that could not be sent are sent later, as something unknown. */
  function noteFailure(thrown: unknown): void {
    onFailure(thrown)
    noteUnknown([])
  }

  function came(): void {
    cameAt = clock()
    watch.notified()
  }

  function isSubscribed(): boolean {
    if (listeners.size === 0) ids.noteUntold()
    return listeners.size > 0
  }

  function scheduleFlush(): void {
    if (cancelFlush || buffer.isEmpty()) return
    // at most one message a second, so that a flood costs pages no more than a drizzle
    const wait = Math.min(SECOND_MS, Math.max(0, lastSentAt + SECOND_MS - clock()))
    cancelFlush = setTimer(() => void flush().catch(noteFailure), wait)
  }

  async function beat(): Promise<void> {
    cancelHeartbeat = setTimer(() => void beat().catch(onFailure), HEARTBEAT_MS)
    broadcast(formatMessage('beat', '1'))
    await letGo()
  }

  /** Sessions end by sign-out, by commands and by the API, or with their time; roles, teams and projects' access change. */
  async function letGo(): Promise<void> {
    let asked = 0
    for (const [listener, owner] of [...listeners]) {
      const sees = await listener.findSeen()
      if (sees === undefined) drop(listener)
      else if (String(sees) !== String(owner.sees)) await showOthers(listener, { ...owner, sees })
      // five hundred questions take some 15 ms: pages need not wait for all of them
      if (++asked % ASKED_AT_ONCE === 0) await new Promise(setImmediate)
    }
  }

  /** Whatever the page shows may be another: it is told that something happened, and reads itself anew. */
  async function showOthers(listener: Listener, owner: Owner): Promise<void> {
    if (!listeners.has(listener)) return
    listeners.set(listener, owner)
    const unknown = { projects: [], issues: [], changes: [], partial: new Set<number>(), isPartial: true }
    const told = tellUpdate(unknown, await readProjects(), owner.sees)
    send(listener, formatMessage('news', JSON.stringify({ ...told, at: clock() })))
  }

  function hasRoom({ session, accountId }: Omit<Owner, 'sees'>): boolean {
    const others = [...listeners.values()].filter((other) => other.accountId === accountId)
    const ofSession = others.filter((other) => other.session === session)
    return (
      listeners.size < MOST_LISTENERS && others.length < MOST_OF_ACCOUNT && ofSession.length < MOST_OF_SESSION
    )
  }

  function noteUnknown(projectIds: readonly number[]): void {
    cameAt = clock()
    if (isSubscribed()) buffer.addUnknown(projectIds)
    scheduleFlush()
  }

  return {
    expect: watch.notified,
    noteUnknown,
    note(arrivals, logs = []) {
      if (arrivals.length === 0 && logs.length === 0) return
      if (arrivals.length > 0) came()
      if (isSubscribed()) buffer.add(arrivals, logs)
      scheduleFlush()
    },
    noteChange(change) {
      came()
      if (isSubscribed()) buffer.addChange(change)
      scheduleFlush()
    },
    subscribe(owner, listener, after) {
      if (!hasRoom(owner)) return undefined
      const hasMissed =
        after !== undefined && (isTime(after) ? cameAt >= Number(after) : ids.hasMissed(after))
      // A page that has missed nothing keeps its id: it takes another one for something that it has missed.
      const id = hasMissed || after === undefined || isTime(after) ? ids.last() : after
      listeners.set(listener, owner)
      listener.send(
        `retry: 5000\n${formatMessage('hello', JSON.stringify({ hasMissed, cameAt, at: clock() }), id)}`,
      )
      watch.start()
      cancelHeartbeat ??= setTimer(() => void beat().catch(onFailure), HEARTBEAT_MS)
      return () => drop(listener)
    },
    size: () => listeners.size,
    close() {
      for (const listener of [...listeners.keys()]) drop(listener)
    },
  }
}

/** Ids of messages have a hyphen. */
function isTime(after: string): boolean {
  return /^\d+$/.test(after)
}

/** `data` is one line: JSON has no others. */
function formatMessage(event: string, data: string, id?: string): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`
}
