import type { AlertMessage, AlertSubject } from '#server/models/alerts/messages.ts'
import { factsOf, headingOf, linksOf, moreOf, nameOf } from './facts.ts'

/** What a format needs to say a message in lines of text. */
export interface Format {
  /** Escapes foreign text, to at most so many characters as written. */
  text(foreign: string, most: number): string
  bold(written: string): string
  link(written: string, url: string): string
}

export interface WrittenMessage {
  heading: string
  lines: string[]
  /** Where it leads, as one line. */
  links: string
}

/** Says a message in lines: its heading, and below it what is known. All foreign text is cut and escaped. */
export function writeLines(message: AlertMessage, format: Format): WrittenMessage {
  const { note, subjects } = message
  const [first] = subjects
  const more = moreOf(message)
  const links = linksOf(message).map(({ text, url }) => format.link(text, url))
  return {
    heading: format.bold(format.text(headingOf(message, 300), 300)),
    lines: [
      ...(note ? [format.text(note, 500)] : []),
      ...(first && subjects.length === 1 ? linesOf(first, message, format) : []),
      ...(subjects.length > 1 ? subjects.map((subject) => listLineOf(subject, format)) : []),
      ...(more ? [more] : []),
    ],
    links: links.join(' · '),
  }
}

/** Joins lines to at most `most` characters: a line that has no room is left out, since cutting it could open what it closes. */
export function joinWithin(lines: readonly string[], most: number): string {
  let joined = ''
  for (const line of lines) {
    if (line === '' || joined.length + line.length + 1 > most) continue
    joined += joined === '' ? line : `\n${line}`
  }
  return joined
}

function linesOf(subject: AlertSubject, { title }: AlertMessage, format: Format): string[] {
  const facts = factsOf(subject).map(([name, value]) => `${name}: ${format.text(value, 200)}`)
  return [
    ...(title.includes(subject.title) ? [] : [format.text(subject.title, 300)]),
    ...(subject.detail ? [format.text(subject.detail, 300)] : []),
    ...(facts.length > 0 ? [facts.join(' · ')] : []),
  ]
}

function listLineOf(subject: AlertSubject, format: Format): string {
  const { kind, title, detail, url, events } = subject
  const count =
    events === undefined ? '' : ` · ${events.toLocaleString('en-US')} ${events === 1 ? 'event' : 'events'}`
  // The title of an issue says what is wrong; that of anything else is its name.
  const wrong = kind === 'issue' || detail === '' ? '' : `: ${format.text(detail, 200)}`
  return `${format.link(format.text(nameOf(subject), 60), url)} ${format.text(title, 200)}${wrong}${count}`
}
