import { createHash, createHmac } from 'node:crypto'
import type { AlertMessage, AlertSubject } from '#server/models/alerts/messages.ts'
import { oneLine } from '../text/cut.ts'
import { shortOf, tagsOf } from './webhook-body.ts'

/** The body of `event_alert`: https://docs.sentry.io/integrations/integration-platform/webhooks/issue-alerts/ */
export function sentryBody(message: AlertMessage, subject: AlertSubject | undefined) {
  const { url, title, rule, happening } = message
  return {
    action: 'triggered',
    installation: { uuid: installationOf(url) },
    actor: { type: 'application', id: 'crumbtrail', name: 'Crumbtrail' },
    data: {
      event: subject ? eventOf(message, subject) : { title: oneLine(title), web_url: url, url },
      triggered_rule: oneLine(rule?.name ?? happening, 200),
    },
  }
}

function eventOf({ project, at }: AlertMessage, subject: AlertSubject) {
  const { event, title, detail, level, environment, release, url } = subject
  const seen = subject.lastSeen ?? at
  return {
    event_id: event?.id ?? null,
    ...issueOf(subject, project.url),
    web_url: event?.url ?? url,
    url: event
      ? `${apiOf(subject, project.url)}/projects/crumbtrail/${project.slug}/events/${event.id}/`
      : url,
    project: project.slug,
    title: oneLine(title),
    message: event?.message.slice(0, 8_000) ?? '',
    culprit: oneLine(detail),
    level: level ?? 'error',
    environment: shortOf(environment),
    release: shortOf(release),
    platform: event?.platform ?? 'other',
    datetime: new Date(seen).toISOString(),
    timestamp: seen / 1_000,
    tags: tagsOf(event?.tags ?? []),
  }
}

function issueOf(subject: AlertSubject, projectUrl: string) {
  if (subject.kind !== 'issue') return {}
  const issueId = subject.id.replace('issue:', '')
  const issue_url = `${apiOf(subject, projectUrl)}/organizations/crumbtrail/issues/${issueId}/`
  return { issue_id: issueId, issue_url }
}

/** The address of the API, below the address of the desk. */
function apiOf({ url }: AlertSubject, projectUrl: string): string {
  return `${deskOf(url, projectUrl)}/api/0`
}

/** What the addresses of an issue and of its project begin with: the desk's address, with its path. */
function deskOf(one: string, other: string): string {
  const [first, second] = [one.split('/'), other.split('/')]
  const end = first.findIndex((part, index) => part !== second[index])
  return first.slice(0, Math.max(end, 3)).join('/')
}

/** Receivers tell installations apart by it: the same at each message of a desk. */
function installationOf(url: string): string {
  const hash = createHash('sha256')
    .update(URL.parse(url)?.host ?? '')
    .digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

/** https://docs.sentry.io/integrations/integration-platform/webhooks/#sentry-hook-signature */
export function signSentryHook(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body, 'utf8').digest('hex')
}
