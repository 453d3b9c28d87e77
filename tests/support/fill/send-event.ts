import { randomUUID } from 'node:crypto'

/** One error event, sent as an SDK sends it; the id is known before. */
export async function sendEvent(
  dsn: string,
  payload: Record<string, unknown> = {},
  eventId = randomUUID().replaceAll('-', ''),
): Promise<{ status: number; eventId: string; body: string }> {
  const event = {
    event_id: eventId,
    timestamp: Date.now() / 1000,
    platform: 'node',
    exception: {
      values: [{ type: 'TypeError', value: 'no price', mechanism: { type: 'generic', handled: true } }],
    },
    ...payload,
  }
  const body = [{ event_id: eventId }, { type: 'event' }, event]
    .map((line) => JSON.stringify(line))
    .join('\n')
  const response = await fetch(envelopeUrl(dsn), { method: 'POST', body })
  return { status: response.status, eventId, body: await response.text() }
}

export function envelopeUrl(dsn: string): string {
  const { origin, username, pathname } = new URL(dsn)
  return `${origin}/api${pathname}/envelope/?sentry_version=7&sentry_key=${username}`
}
