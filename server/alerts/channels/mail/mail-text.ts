import type { AlertMessage, AlertSection, AlertSubject } from '#server/models/alerts/messages.ts'
import { lines, oneLine } from '../text/cut.ts'
import { factsOf, headingOf, linksOf, moreOf, nameOf } from '../text/facts.ts'

/** A mail as text, as complete as the one in HTML. */
export function mailText(message: AlertMessage, unsubscribeUrl: string | undefined): string {
  const { note, subjects } = message
  const more = moreOf(message)
  return [
    headingOf(message, 300),
    ...(note ? [oneLine(note)] : []),
    ...subjects.map((subject) => aboutSubject(subject, subjects.length === 1)),
    ...(message.sections ?? []).map(aboutSection),
    ...(more ? [more] : []),
    linksOf(message)
      .map(({ text, url }) => `${text}: ${url}`)
      .join('\n'),
    ['-- ', ...footerOf(message), ...(unsubscribeUrl ? [`Unsubscribe: ${unsubscribeUrl}`] : [])].join('\n'),
  ].join('\n\n')
}

function aboutSubject(subject: AlertSubject, isAlone: boolean): string {
  const facts = factsOf(subject).map(([name, value]) => `${name}: ${value}`)
  const head = [`${nameOf(subject)} ${oneLine(subject.title, 300)}`, oneLine(subject.detail, 300)]
  return [...head, ...updatesOf(subject), ...(isAlone ? facts : [facts.join(', '), subject.url])]
    .filter((line) => line !== '')
    .join('\n')
}

function aboutSection({ title, lines: listed }: AlertSection): string {
  const written = listed.flatMap(({ text, detail, url }) => [
    `- ${oneLine(text, 300)}`,
    `  ${oneLine(detail, 300)}`,
    `  ${url}`,
  ])
  return [title, ...written].join('\n')
}

function updatesOf({ updates = [] }: AlertSubject): string[] {
  return updates.flatMap(({ text, quote }) => [
    `- ${oneLine(text, 300)}${quote === undefined ? '' : ':'}`,
    ...lines(quote ?? '').map((line) => `  > ${line}`),
  ])
}

/** Why somebody receives this: the project, and the rule where there is one; an account's own reason. */
export function footerOf({ project, rule, to }: AlertMessage): string[] {
  if (to !== undefined) return [oneLine(to.because, 300)]
  const ofRule = rule ? `, by the rule “${oneLine(rule.name, 100)}”` : ''
  return [`Sent by Crumbtrail for the project ${oneLine(project.name, 100)}${ofRule}.`]
}
