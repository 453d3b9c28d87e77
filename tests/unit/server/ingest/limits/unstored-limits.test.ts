import { createEnvelope, createTransport } from '@sentry/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { putProjectSetting } from '#server/store/projects/project-settings.ts'
import { openIngestApp } from '#tests/support/servers/ingest-app.ts'
import { anEventId, PROJECT_KEY } from '#tests/support/store/event-store.ts'

const URL = `/api/1/envelope/?sentry_key=${PROJECT_KEY}`
const EVENT = `{"type":"event"}\n{"event_id":"${anEventId(1)}","message":"a"}\n`
const REPLAY = '{"type":"replay_event"}\n{}\n{"type":"replay_recording","length":2}\n{}\n'
const PROFILES = '3600:profile;profile_chunk;profile_chunk_ui:organization:unsupported'

async function open() {
  const opened = await openIngestApp()
  onTestFinished(opened.close)
  const post = (body: string | Uint8Array) =>
    opened.app.inject({ method: 'POST', url: URL, payload: Buffer.from(body) })
  const limitsOf = async (...items: string[]) => {
    const { statusCode, headers } = await post(['{}\n', ...items].join(''))
    return [statusCode, headers['x-sentry-rate-limits']]
  }
  return { ...opened, post, limitsOf }
}

describe('an answer to what is not stored', () => {
  it('tells the sender to send no such items for an hour, also beside an event that is stored', async () => {
    const { limitsOf, listEventIds } = await open()
    expect(await limitsOf(REPLAY)).toEqual([200, '3600:replay:organization:unsupported'])
    expect(await limitsOf('{"type":"replay_video"}\n{}\n')).toEqual([
      200,
      '3600:replay:organization:unsupported',
    ])
    expect(await limitsOf('{"type":"profile"}\n{}\n')).toEqual([200, PROFILES])
    expect(await limitsOf('{"type":"profile_chunk"}\n{}\n', EVENT)).toEqual([200, PROFILES])
    expect(await limitsOf(REPLAY, '{"type":"profile"}\n{}\n')).toEqual([
      200,
      '3600:replay;profile;profile_chunk;profile_chunk_ui:organization:unsupported',
    ])
    expect(await listEventIds()).toEqual([anEventId(1)])
  })

  it('says nothing to senders of what is stored, or of types that nobody knows', async () => {
    const { limitsOf } = await open()
    expect(await limitsOf(EVENT)).toEqual([200, undefined])
    expect(await limitsOf('{"type":"constructor"}\n{}\n')).toEqual([200, undefined])
  })

  it('names the limits of the project before it', async () => {
    const { limitsOf, store } = await open()
    const rule = { per: 'month', quantity: 0, scope: 'project', category: 'error' } as const
    await store.write((trx) => putProjectSetting(trx, 1, 'rateLimits', { rules: [rule] }))
    const [status, told] = await limitsOf(EVENT, REPLAY)
    expect(status).toBe(200)
    expect(told).toMatch(/^\d+:error:project:project_month, 3600:replay:organization:unsupported$/)
  })

  it("makes Sentry's own transport keep replays, and send events on", async () => {
    const { post, listEventIds } = await open()
    const dropped: string[] = []
    const sent: string[] = []
    const transport = createTransport(
      { recordDroppedEvent: (reason, category) => dropped.push(`${category}: ${reason}`) },
      async ({ body }) => {
        sent.push(String(body))
        const { statusCode, headers } = await post(body)
        const told = String(headers['x-sentry-rate-limits'] ?? '')
        return { statusCode, headers: { 'x-sentry-rate-limits': told, 'retry-after': null } }
      },
    )
    const envelopeOf = (type: string, payload: object) => createEnvelope({}, [[{ type }, payload]] as never) // its types know neither replays nor events in part
    const replay = envelopeOf('replay_event', {})
    const event = envelopeOf('event', { event_id: anEventId(2), message: 'b' })
    for (const envelope of [replay, replay, event]) await transport.send(envelope)
    expect(sent).toHaveLength(2)
    expect(dropped).toEqual(['replay: ratelimit_backoff'])
    expect(await listEventIds()).toEqual([anEventId(2)])
  })
})
