import type { AlertMessage, AlertSubject } from '#server/models/alerts/messages.ts'
import { DELIVERED, deliver, judgeStatus, type Verdict } from './answers/deliver.ts'
import type { ChannelAdapter } from './channel.ts'
import { checkFields, webAddress } from './fields/check-fields.ts'
import { secret } from './fields/fields.ts'
import { jsonRequest } from './fields/json-request.ts'
import { oneLine } from './text/cut.ts'
import { factsOf, headingOf, linksOf, moreOf, nameOf } from './text/facts.ts'

const fields = [
  secret('Workflow URL', 'In Teams: the channel’s menu, Workflows, “Send webhook alerts to a channel”.', {
    placeholder: 'https://….api.powerplatform.com/…',
  }),
]

const checks = {
  url: (value: string) =>
    URL.parse(value)?.hostname.endsWith('.webhook.office.com')
      ? 'is of an Office 365 connector, which Microsoft retired: make a workflow instead'
      : webAddress(value),
}

/**
 * An Adaptive Card for a workflow (https://support.microsoft.com/office/8ae491c7-0394-4861-ba59-055e33f75498), at most 28 KB.
 * Foreign text is in runs of a RichTextBlock, the one element in which Markdown is not read.
 */
export const teams: ChannelAdapter = {
  kind: 'teams',
  label: 'Microsoft Teams',
  fields,
  check: (settings) => checkFields(fields, settings, checks),
  send(settings, message, tools) {
    const content = {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      msteams: { width: 'Full' },
      body: [
        richText([{ text: headingOf(message, 300), weight: 'Bolder', size: 'Medium' }]),
        ...linesOf(message).map((text) => richText([{ text }])),
      ],
      actions: linksOf(message).map(({ text, url }) => ({ type: 'Action.OpenUrl', title: text, url })),
    }
    const contentType = 'application/vnd.microsoft.card.adaptive'
    const body = { type: 'message', attachments: [{ contentType, contentUrl: null, content }] }
    return deliver({ label: 'Teams', fields, judgeBody }, settings, jsonRequest(settings.url, body), tools)
  },
}

const richText = (runs: readonly { text: string; weight?: string; size?: string }[]) => ({
  type: 'RichTextBlock',
  inlines: runs.map((run) => ({ type: 'TextRun', ...run })),
})

function linesOf(message: AlertMessage): string[] {
  const { note, subjects } = message
  const [first, second] = subjects
  const more = moreOf(message)
  const about = first && !second ? describe(first, message) : subjects.map(inList)
  return [...(note ? [note] : []), ...about, ...(more ? [more] : [])].map((line) => oneLine(line, 1_000))
}

function describe(subject: AlertSubject, { title }: AlertMessage): string[] {
  const facts = factsOf(subject).map(([name, value]) => `${name}: ${value}`)
  const lines = [title.includes(subject.title) ? '' : subject.title, subject.detail, facts.join(' · ')]
  return lines.filter((line) => line !== '')
}

const inList = (subject: AlertSubject): string => `${nameOf(subject)} ${oneLine(subject.title, 300)}`

/** The connectors that workflows replace answer 200 when Teams refused, and say so in the text; proxies still do. */
function judgeBody(body: string): Verdict {
  const [, status] = /Webhook message delivery failed[^\n]{0,100}?HTTP error (\d{3})/.exec(body) ?? []
  if (status !== undefined) return judgeStatus('Teams', Number(status))
  return body.startsWith('Webhook message delivery failed')
    ? { state: 'refused', reason: 'Teams refused the message.' }
    : DELIVERED
}
