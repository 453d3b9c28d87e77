import type { Desk } from '#server/desk/desk.ts'
import type { EventDetail } from '#server/models/events.ts'
import type { NormalizedFrame } from '#server/processing/event.ts'
import { isOwnFrame } from '#server/processing/stack/own-frame.ts'

/** What is shown of an issue beside a list, before it is opened. */
export interface IssuePreview {
  title: string
  message: string
  /** The innermost frame of the application's own code; null where there is none. */
  frame: { place: string; code: string | null } | null
  /** Where and whom it hit last. */
  facts: { name: string; value: string }[]
}

const LONGEST_TEXT = 300

/** Of an issue's newest event; undefined where there is no such issue. */
export async function previewIssue(desk: Desk, issueId: number): Promise<IssuePreview | undefined> {
  const event = await desk.events.find(issueId, 'latest')
  return event && toPreview(event)
}

function toPreview({ payload, value, release, environment, userLabel }: EventDetail): IssuePreview {
  const thrown = payload.exception.values.at(-1)
  const facts = [
    { name: 'Release', value: release },
    { name: 'Environment', value: environment },
    { name: 'User', value: userLabel },
    { name: 'Where', value: payload.transaction ?? null },
  ]
  return {
    title: clip(thrown?.type ?? 'Message'),
    message: clip(value),
    frame: frameOf(payload.exception.values.flatMap(({ stacktrace }) => stacktrace?.frames ?? [])),
    facts: facts.flatMap(({ name, value: said }) => (said ? [{ name, value: clip(said) }] : [])),
  }
}

function frameOf(frames: readonly NormalizedFrame[]): IssuePreview['frame'] {
  const frame = frames.findLast(isOwnFrame) ?? frames.at(-1)
  if (frame === undefined) return null
  const file = frame.filename ?? frame.module ?? frame.abs_path ?? frame.package
  const line = frame.lineno === undefined ? '' : `:${frame.lineno}`
  const place = [file && `${file}${line}`, frame.function && `in ${frame.function}`].filter(Boolean).join(' ')
  const code = frame.context_line?.trim()
  return place === '' ? null : { place: clip(place), code: code ? clip(code) : null }
}

function clip(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT).toWellFormed()}\u2026`
}
