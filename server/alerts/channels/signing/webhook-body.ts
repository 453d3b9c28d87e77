import type { AlertEvent, AlertMessage, AlertSubject } from '#server/models/alerts/messages.ts'
import { oneLine } from '../text/cut.ts'

/** The body of a webhook, as docs/alerts/webhook.schema.json describes it. A change that breaks receivers is a new version. */
export function webhookBody(message: AlertMessage) {
  const { key, happening, urgency, isTest, rule, project, title, note, url, subjects, more, at } = message
  return {
    version: 1,
    type: `alert.${happening}`,
    timestamp: new Date(at).toISOString(),
    data: {
      key,
      urgency,
      test: isTest,
      rule: rule ? { id: rule.id, name: rule.name } : null,
      project: { slug: project.slug, name: project.name, url: project.url },
      title: oneLine(title),
      note: note === undefined ? null : oneLine(note),
      url,
      subjects: subjects.map(subjectOf),
      more,
    },
  }
}

function subjectOf(subject: AlertSubject) {
  const { kind, id, shortId, title, detail, level, environment, release, url, acknowledgeUrl } = subject
  return {
    kind,
    id,
    shortId: shortId ?? null,
    title: oneLine(title),
    detail: oneLine(detail),
    level: level ?? null,
    environment: shortOf(environment),
    release: shortOf(release),
    url,
    acknowledgeUrl: acknowledgeUrl ?? null,
    events: subject.events ?? null,
    users: subject.users ?? null,
    firstSeen: isoOf(subject.firstSeen),
    lastSeen: isoOf(subject.lastSeen),
    event: subject.event ? eventOf(subject.event) : null,
  }
}

const isoOf = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString()

function eventOf({ id, url, platform, message, tags }: AlertEvent) {
  return { id, url, platform, message: message.slice(0, 8_000), tags: tagsOf(tags) }
}

/** The name of an environment or a release. */
export const shortOf = (name: string | undefined): string | null =>
  name === undefined ? null : oneLine(name, 200)

/** Pairs of name and value, as Sentry has them. */
export function tagsOf(tags: AlertEvent['tags']): [name: string, value: string][] {
  return tags.slice(0, 100).map(([name, value]) => [oneLine(name, 200), oneLine(value)])
}
