import type { AlertMessage, AlertSubject, SubjectKind } from '#server/models/alerts/messages.ts'
import { oneLine } from './cut.ts'

export type Fact = readonly [name: string, value: string]

/** What is known about a subject beside its title, in the order in which messages show it. */
export function factsOf(subject: AlertSubject): Fact[] {
  const { level, environment, release, events, users, firstSeen } = subject
  const facts: [string, string | number | undefined][] = [
    ['Level', level],
    ['Environment', environment],
    ['Release', release],
    ['Events', events],
    ['Users', users],
    ['First seen', firstSeen === undefined ? undefined : formatUtc(firstSeen)],
  ]
  return facts.flatMap(([name, value]): Fact[] => {
    if (value === undefined || value === '') return []
    return [[name, typeof value === 'number' ? value.toLocaleString('en-US') : oneLine(value, 200)]]
  })
}

/** `2026-11-25 16:28 UTC`: messages are read in many zones. */
function formatUtc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** A link of a message: its text is ours. */
export interface MessageLink {
  text: string
  url: string
}

/** Where a message leads: to its subject or to the search of all of them, and to where it can be acknowledged. */
export function linksOf({ subjects, more, url }: AlertMessage): MessageLink[] {
  const [first, second] = subjects
  if (!first || second || more > 0) return [{ text: 'Open in Crumbtrail', url }]
  const { acknowledgeUrl } = first
  const links = [{ text: 'Open in Crumbtrail', url: first.url }]
  return acknowledgeUrl ? [...links, { text: 'Acknowledge', url: acknowledgeUrl }] : links
}

/** The heading of a message, as one line. */
export function headingOf({ isTest, title }: AlertMessage, most: number): string {
  return oneLine(isTest ? `Test: ${title}` : title, most)
}

/** How a subject is called in a list: `SHOP-12`, or what it is. */
export function nameOf({ kind, shortId, title, release }: AlertSubject): string {
  const isRoute = kind === 'release' && release !== undefined && release !== title
  return shortId ?? (isRoute ? 'Route' : KINDS[kind])
}

const KINDS: Record<SubjectKind, string> = {
  issue: 'Issue',
  monitor: 'Monitor',
  check: 'Check',
  release: 'Release',
  project: 'Project',
  desk: 'Desk',
}

/** What a list of subjects does not show. */
export const moreOf = ({ more }: AlertMessage): string | undefined =>
  more > 0 ? `and ${more.toLocaleString('en-US')} more` : undefined
