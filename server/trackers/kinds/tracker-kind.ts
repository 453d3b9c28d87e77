import type { OutgoingAnswer, OutgoingRequest } from '#server/alerts/channels/channel.ts'
import type { ChannelField } from '#server/models/alerts/channels.ts'
import type { Refusal } from '#server/models/refusal.ts'
import type { TrackerKind } from '#server/models/trackers/trackers.ts'
import type { WriteBody } from '../text/bodies.ts'

/** The values of a tracker's fields, by their names; `address` is that of the repository or project. */
export type TrackerSettings = Readonly<Record<string, string>>

/** What a tracker is reached with: in no other way. */
export interface TrackerTools {
  request(request: OutgoingRequest): Promise<OutgoingAnswer>
  /** Milliseconds since the epoch. */
  now(): number
}

/** A kind of tracker: how an address is made that leads to its form, filled in. */
export interface TrackerAdapter {
  kind: TrackerKind
  /** As users know it: "GitHub". */
  label: string
  fields: readonly ChannelField[]
  /** Says what is wrong with settings that somebody typed; undefined where nothing is. */
  check(settings: TrackerSettings): Refusal | undefined
  /** `acme/shop`. */
  nameOf(settings: TrackerSettings): string
  writeBody: WriteBody
  /** Where an issue is made by hand. */
  newIssueUrl(settings: TrackerSettings, issue: NewIssue): string
  /** Where it has an API that is used with a token. */
  remote?: RemoteTracker
}

export interface NewIssue {
  title: string
  body: string
}

/** An issue as its tracker says it is. */
export interface RemoteIssue {
  number: number
  /** Where people open it. */
  url: string
  state: 'open' | 'closed'
  /** Milliseconds since the epoch, by the tracker's clock. */
  updatedAt: number
}

/** What came of a request. `later`: it may work the next time; `refused`: it would be refused again. */
export type TrackerAnswer<Value> =
  | { state: 'done'; value: Value }
  | { state: 'later' | 'refused'; reason: string; retryAfterMs?: number | undefined }

/** A tracker's API, with the token of `settings.token`. Nothing of it throws. */
export interface RemoteTracker {
  /** Makes an issue; a second call makes a second one. */
  create(settings: TrackerSettings, issue: NewIssue, tools: TrackerTools): Promise<TrackerAnswer<RemoteIssue>>
  find(settings: TrackerSettings, number: number, tools: TrackerTools): Promise<TrackerAnswer<RemoteIssue>>
  setState(
    settings: TrackerSettings,
    change: { number: number; state: RemoteIssue['state'] },
    tools: TrackerTools,
  ): Promise<TrackerAnswer<RemoteIssue>>
  /** Asks for the repository itself, and gives its name. */
  test(settings: TrackerSettings, tools: TrackerTools): Promise<TrackerAnswer<string>>
  /** The number in the address of an issue of this tracker; undefined for any other text. */
  numberOf(settings: TrackerSettings, address: string): number | undefined
  /** Reads what the tracker sent to the desk. */
  readHook(hook: ReceivedHook, secret: string): HookReading
}

export interface ReceivedHook {
  /** With names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The exact bytes: a signature is of them. */
  body: Buffer
}

/** `unsigned`: not from the tracker. `other`: nothing that is about an issue's state. */
export type HookReading = 'unsigned' | 'other' | RemoteIssue
