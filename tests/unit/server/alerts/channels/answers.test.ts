import { describe, expect, it } from 'vitest'
import { ADAPTERS } from '#server/alerts/channels/adapters.ts'
import { retryAfterMs } from '#server/alerts/channels/answers/retry-after.ts'
import type { OutgoingAnswer } from '#server/alerts/channels/channel.ts'
import type { ChannelKind } from '#server/models/alerts/channels.ts'
import { anAlert, notingTools } from '#tests/support/alerts/an-alert.ts'

const URL_OF_SLACK = 'https://hooks.slack.com/services/T1/B1/s3cr3t'
const SETTINGS = { url: URL_OF_SLACK, to: 'anna@shop.example', secret: 'whsec_s3cr3t' }

const answerTo = (kind: ChannelKind, answer: OutgoingAnswer) =>
  ADAPTERS[kind].send(SETTINGS, anAlert(), notingTools(answer).tools)

const answered = (status: number, body = '', headers = {}): OutgoingAnswer => ({ status, body, headers })

describe('an answer', () => {
  it.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [302, 'refused'],
    [400, 'refused'],
    [404, 'refused'],
    [410, 'refused'],
    ...[408, 425, 429, 500, 502, 503].map((status): [number, string] => [status, 'later']),
  ])('%d is %s', async (status, state) => {
    expect(await answerTo('webhook', answered(status))).toMatchObject({ state, status })
  })

  it.each([
    [{ error: 'x cannot be reached', isFinal: false }, 'later'],
    [{ error: 'x is not on the public Internet', isFinal: true }, 'refused'],
  ])('that is none, %j, is %s', async (answer, state) => {
    const { reason, status, ...rest } = await answerTo('webhook', answer)
    expect(rest.state).toBe(state)
    expect(reason).toBe(`The webhook cannot be reached: ${answer.error}.`)
    expect(status).toBeUndefined()
  })

  it.each<[ChannelKind, string, string]>([
    ['slack', 'ok', 'delivered'],
    ['slack', 'invalid_payload', 'refused'],
    ['slack', '{"ok":false,"error":"no_text"}', 'refused'],
    ['slack', '', 'later'],
    ['teams', '', 'delivered'],
    ['teams', '1', 'delivered'],
    [
      'teams',
      'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId x',
      'later',
    ],
    [
      'teams',
      'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 413 with ContextId x',
      'refused',
    ],
    ['telegram', '{"ok":true}', 'delivered'],
    ['telegram', '{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}', 'refused'],
    ['telegram', '{"ok":false,"error_code":429,"parameters":{"retry_after":5}}', 'later'],
    ['zulip', '{"result":"success"}', 'delivered'],
    ['zulip', '{"result":"error","code":"STREAM_DOES_NOT_EXIST"}', 'refused'],
    ['zulip', '{"result":"error","code":"RATE_LIMIT_HIT","retry-after":28.7}', 'later'],
  ])('200 of %s with %j is %s', async (kind, body, state) => {
    expect(await answerTo(kind, answered(200, body))).toMatchObject({ state })
  })

  it('says how long to wait, and no secret', async () => {
    const answer = await answerTo(
      'slack',
      answered(429, `slow down ${URL_OF_SLACK}`, { 'retry-after': '30' }),
    )
    expect(answer).toMatchObject({
      retryAfterMs: 30_000,
      reason: 'Slack answered 429: it receives too many messages.',
      response: 'slow down [hidden]',
    })
    expect(answer.request.split('\n')[0]).toBe('POST https://hooks.slack.com/[hidden]')
    expect(JSON.stringify(answer)).not.toContain('s3cr3t')
    const signed = await answerTo('webhook', answered(200, 'x'.repeat(5_000)))
    expect(signed.request).toContain('webhook-signature: [hidden]')
    expect(signed.response).toHaveLength(1_022)
  })

  it.each<[ChannelKind, Record<string, string>]>([
    ['telegram', { token: 's3cr3t', chat: '1' }],
    ['zulip', { site: 'https://z.example', email: 'a@b', key: 's3cr3t', stream: 'x', topic: 'y' }],
    ['matrix', { homeserver: 'https://m.example', room: '!a:b', token: 's3cr3t' }],
    ['ntfy', { url: 'https://ntfy.sh', topic: 's3cr3t', token: 's3cr3t' }],
    ['pagerduty', { key: 's3cr3t' }],
    ['sentry-webhook', { url: 'https://shop.example/?token=s3cr3t', secret: 's3cr3t' }],
  ])('of %s shows no secret', async (kind, settings) => {
    const { tools, requests } = notingTools(answered(403, 'who is s3cr3t?'))
    const answer = await ADAPTERS[kind].send(settings, anAlert(), tools)
    expect(requests).toHaveLength(1)
    expect(JSON.stringify(answer)).not.toMatch(/s3cr3t|YUBiOnMzY3IzdA==/)
  })
})

describe('retryAfterMs()', () => {
  const now = Date.UTC(2015, 9, 21, 7, 27)

  it.each([
    ['120', '', 120_000],
    ['0', '', 0],
    ['Wed, 21 Oct 2015 07:28:00 GMT', '', 60_000],
    ['Wed, 21 Oct 2015 07:20:00 GMT', '', 0],
    ['86400', '', 3_600_000],
    ['soon', '', undefined],
    ['', '', undefined],
    ['', '{"retry_after":0.65}', 650],
    ['', '{"retry_after_ms":2000}', 2_000],
    ['', '{"parameters":{"retry_after":5}}', 5_000],
    ['', '{"retry-after":28.7}', 28_700],
    ['', '[1]', undefined],
  ])('reads %j and %j as %j', (header, body, expected) => {
    expect(retryAfterMs({ 'retry-after': header }, body, now)).toBe(expected)
  })
})
