import { createHash } from 'node:crypto'
import { isRecovery } from '#server/models/alerts/happenings.ts'
import type { AlertMessage, AlertSubject } from '#server/models/alerts/messages.ts'
import { deliver, worstOf } from './answers/deliver.ts'
import type { ChannelAdapter, ChannelSettings, ChannelTools } from './channel.ts'
import { checkFields, matching } from './fields/check-fields.ts'
import { secret, shown } from './fields/fields.ts'
import { jsonRequest } from './fields/json-request.ts'
import { oneLine } from './text/cut.ts'
import { factsOf, headingOf, linksOf } from './text/facts.ts'

const fields = [
  secret('Integration key', 'In PagerDuty: the service, Integrations, Add integration, Events API V2.', {
    name: 'key',
  }),
  shown('Service region', '“eu” for accounts at eu.pagerduty.com; empty for all others.', {
    name: 'region',
    isRequired: false,
  }),
]

const checks = {
  key: matching(/^[A-Za-z0-9]{32}$/, 'does not have 32 letters and digits'),
  region: matching(/^(?:us|eu)$/, 'is neither “us” nor “eu”'),
}

/** https://developer.pagerduty.com/docs/send-alert-event: an incident for each subject, which the same `dedup_key` closes. */
export const pagerduty: ChannelAdapter = {
  kind: 'pagerduty',
  label: 'PagerDuty',
  fields,
  check: (settings) => checkFields(fields, settings, checks),
  async send(settings, message, tools) {
    const [first, ...others] = message.subjects
    const answers = [await send(settings, eventOf(message, first), tools)] as const
    const rest = []
    for (const subject of others) rest.push(await send(settings, eventOf(message, subject), tools))
    return worstOf([...answers, ...rest])
  },
  resolve(settings, { subjectId, url }, tools) {
    return send(settings, { event_action: 'resolve', dedup_key: dedupKey(url, subjectId) }, tools)
  },
  acknowledge(settings, { subjectId, url }, tools) {
    return send(settings, { event_action: 'acknowledge', dedup_key: dedupKey(url, subjectId) }, tools)
  },
}

function send(settings: ChannelSettings, event: Readonly<Record<string, unknown>>, tools: ChannelTools) {
  const host = settings.region === 'eu' ? 'events.eu.pagerduty.com' : 'events.pagerduty.com'
  const request = jsonRequest(`https://${host}/v2/enqueue`, { routing_key: settings.key, ...event })
  return deliver({ label: 'PagerDuty', fields }, settings, request, tools)
}

function eventOf(message: AlertMessage, subject: AlertSubject | undefined) {
  const { key, happening, isTest, project, url, at } = message
  // A test is an incident of its own: it must not open, or close, that of the issue that it shows.
  const id = isTest ? `test:${key}` : (subject?.id ?? `${project.slug}:${happening}`)
  const dedup_key = dedupKey(url, id)
  if (isRecovery(happening)) return { event_action: 'resolve', dedup_key }
  const isAlone = message.subjects.length < 2
  return {
    event_action: 'trigger',
    dedup_key,
    client: 'Crumbtrail',
    client_url: subject?.url ?? url,
    links: linksOf(message).map((link) => ({ href: link.url, text: link.text })),
    payload: {
      summary: isAlone || !subject ? headingOf(message, 1_024) : oneLine(subject.title, 1_024),
      source: URL.parse(url)?.host ?? 'crumbtrail',
      severity: severityOf(message, subject),
      timestamp: new Date(at).toISOString(),
      component: oneLine(project.name, 200),
      class: happening,
      custom_details: subject
        ? { detail: oneLine(subject.detail), ...Object.fromEntries(factsOf(subject)) }
        : {},
    },
  }
}

/** At most 255 characters, and different for two desks that share a service. */
function dedupKey(url: string, id: string): string {
  const key = `crumbtrail/${URL.parse(url)?.host ?? ''}/${id}`
  return key.length <= 255 ? key : `crumbtrail/${createHash('sha256').update(key).digest('hex')}`
}

function severityOf({ urgency }: AlertMessage, subject: AlertSubject | undefined): string {
  switch (subject?.level) {
    case 'fatal':
      return 'critical'
    case 'error':
    case 'warning':
      return subject.level
    case 'info':
    case 'debug':
      return 'info'
    default:
      return urgency === 'urgent' ? 'critical' : 'error'
  }
}
