import type { AlertMessage, AlertSection, AlertSubject, AlertUpdate } from '#server/models/alerts/messages.ts'
import { lines } from '../text/cut.ts'
import { factsOf, headingOf, linksOf, moreOf, nameOf } from '../text/facts.ts'
import { anchor, button, mailPage, paragraph, small, text } from './html-parts.ts'
import { footerOf } from './mail-text.ts'

/** A mail as HTML, as complete as the one in text. */
export function mailHtml(message: AlertMessage, unsubscribeUrl: string | undefined): string {
  const { note, subjects } = message
  const more = moreOf(message)
  return mailPage(headingOf(message, 300), [
    ...(note ? [paragraph(text(note, 1_000))] : []),
    ...subjects.map((subject) => aboutSubject(subject, subjects.length === 1)),
    ...(message.sections ?? []).map(aboutSection),
    ...(more ? [paragraph(text(more, 100))] : []),
    paragraph(linksOf(message).map(button).join(' &nbsp; ')),
    ...footerOf(message).map((line) => small(text(line, 400))),
    ...(unsubscribeUrl ? [small(anchor(unsubscribeUrl, 'Unsubscribe'))] : []),
  ])
}

function aboutSubject(subject: AlertSubject, isAlone: boolean): string {
  const code = `font-family:ui-monospace,Menlo,Consolas,monospace;font-size:13px;overflow-wrap:anywhere`
  return [
    '<div style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid">',
    `<p style="margin:0;overflow-wrap:anywhere">${anchor(subject.url, text(nameOf(subject), 100))} <strong>${text(subject.title, 300)}</strong></p>`,
    ...(subject.detail ? [`<p style="margin:0 0 4px;${code}">${text(subject.detail, 300)}</p>`] : []),
    ...(subject.updates ?? []).map(updateOf),
    isAlone ? factTable(subject) : factLine(subject),
    '</div>',
  ].join('\n')
}

function factTable(subject: AlertSubject): string {
  const rows = factsOf(subject).map(
    ([name, value]) =>
      `<tr><th scope="row" align="left" style="padding:0 16px 0 0;font-weight:400">${name}</th>` +
      `<td style="overflow-wrap:anywhere">${text(value, 200)}</td></tr>`,
  )
  return `<table style="border-collapse:collapse;font-size:13px;line-height:20px">${rows.join('')}</table>`
}

/** One line of facts: with a table for each, a mail about ten subjects is seven screens long on a phone. */
function factLine(subject: AlertSubject): string {
  const facts = factsOf(subject).map(([name, value]) => `${name}: ${text(value, 200)}`)
  return small(facts.join(' · '))
}

function aboutSection({ title, lines: listed }: AlertSection): string {
  const items = listed.map(
    ({ text: said, detail, url }) =>
      `<li style="margin:0 0 8px;overflow-wrap:anywhere">${anchor(url, text(said, 300))}` +
      `<br><span style="font-size:13px">${text(detail, 300)}</span></li>`,
  )
  const heading = `<h2 style="font-size:15px;line-height:22px;margin:0 0 8px">${text(title, 100)}</h2>`
  return `${heading}<ul style="margin:0 0 16px;padding:0 0 0 18px">${items.join('')}</ul>`
}

/** What somebody wrote keeps its lines. */
function updateOf({ text: said, quote }: AlertUpdate): string {
  const written = lines(quote ?? '')
    .map((line) => text(line, 1_000))
    .join('<br>')
  const style = 'margin:4px 0 0;padding:0 0 0 10px;border-left:1px solid'
  return (
    `<p style="margin:8px 0 0;overflow-wrap:anywhere">${text(said, 300)}${written && ':'}</p>` +
    (written && `<blockquote style="${style};overflow-wrap:anywhere">${written}</blockquote>`)
  )
}
