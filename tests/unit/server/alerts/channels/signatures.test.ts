import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ADAPTERS } from '#server/alerts/channels/adapters.ts'
import { secretFault, signStandardWebhook } from '#server/alerts/channels/signing/standard-webhooks.ts'
import { anAlert, aSubject, notingTools } from '#tests/support/alerts/an-alert.ts'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='

describe('signStandardWebhook()', () => {
  // The vector of the libraries at https://github.com/standard-webhooks/standard-webhooks
  const sent = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: 1_614_265_330_000, body: '{"test": 2432232314}' }

  it('signs as the specification’s libraries', () => {
    expect(signStandardWebhook(sent, [SECRET])).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': SIGNATURE,
    })
  })

  it('signs with both secrets while one is replaced', () => {
    const other = `whsec_${Buffer.alloc(32).toString('base64')}`
    const signatures = signStandardWebhook(sent, [other, SECRET])['webhook-signature']?.split(' ')
    expect(signatures).toEqual([expect.stringMatching(/^v1,[\w+/]{43}=$/), SIGNATURE])
  })

  it.each([
    [`whsec_${Buffer.alloc(24).toString('base64')}`, undefined],
    [`whsec_${Buffer.alloc(32).toString('base64')}`, undefined],
    [`whsec_${Buffer.alloc(64).toString('base64')}`, undefined],
    [`whsec_${Buffer.alloc(23).toString('base64')}`, expect.any(String)],
    [`whsec_${Buffer.alloc(65).toString('base64')}`, expect.any(String)],
    ['hunter2', expect.any(String)],
  ])('accepts %s or says what it needs', (secret, fault) => {
    expect(secretFault(secret)).toEqual(fault)
  })
})

describe('the webhook', () => {
  it('signs what it sends, under the key of the message', async () => {
    const { tools, requests } = notingTools()
    await ADAPTERS.webhook.send(
      { url: 'https://shop.example', secret: SECRET, previousSecret: '' },
      anAlert(),
      tools,
    )
    const [{ headers, body } = { headers: {}, body: '' }] = requests
    const signed = signStandardWebhook({ id: 'k-1', at: 1_614_265_330_000, body }, [SECRET])
    expect(headers).toEqual({ 'content-type': 'application/json', ...signed })
  })

  it.each([
    anAlert(),
    anAlert({ subjects: [], rule: undefined, isTest: true }),
    anAlert({ subjects: [aSubject({ event: undefined, level: undefined })] }),
  ])('sends what its schema describes', async (message) => {
    const { tools, requests } = notingTools()
    await ADAPTERS.webhook.send({ url: 'https://shop.example', secret: SECRET }, message, tools)
    const schema = JSON.parse(readFileSync(join(repositoryRoot, 'docs/alerts/webhook.schema.json'), 'utf8'))
    expect(faultsOf(JSON.parse(requests[0]?.body ?? ''), schema, schema.$defs)).toEqual([])
  })
})

type Schema = { [key: string]: unknown; properties?: Record<string, Schema>; items?: Schema }

/** Checks the words of JSON Schema that ours uses. */
function faultsOf(value: unknown, schema: Schema, defs: Record<string, Schema>, at = '$'): string[] {
  if (typeof schema.$ref === 'string') return faultsOf(value, defs[schema.$ref.slice(8)] ?? {}, defs, at)
  if (Array.isArray(schema.anyOf)) {
    const tried = schema.anyOf.map((each: Schema) => faultsOf(value, each, defs, at))
    return tried.some(({ length }) => length === 0) ? [] : tried.flat()
  }
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  const types = [schema.type ?? kind].flat().map((type) => (type === 'integer' ? 'number' : type))
  if (!types.includes(kind)) return [`${at} is ${kind}`]
  if ('const' in schema && schema.const !== value) return [`${at} is another value`]
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return [`${at} is another value`]
  if (typeof schema.pattern === 'string' && !new RegExp(schema.pattern).test(String(value)))
    return [`${at} does not match`]
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => faultsOf(item, schema.items ?? {}, defs, `${at}[${index}]`))
  }
  if (kind !== 'object' || !schema.properties) return []
  const members = value as Record<string, unknown> // it is an object
  const names = new Set([...Object.keys(members), ...((schema.required ?? []) as string[])])
  return [...names].flatMap((name) => {
    const property = schema.properties?.[name]
    if (!property || !(name in members)) return [`${at}.${name} is missing in one of them`]
    return faultsOf(members[name], property, defs, `${at}.${name}`)
  })
}

describe('the Sentry webhook', () => {
  const settings = { url: 'https://shop.example', secret: 'a'.repeat(64) }

  it('is accepted by the snippet of Sentry’s documentation', async () => {
    const { tools, requests } = notingTools()
    await ADAPTERS['sentry-webhook'].send(settings, anAlert(), tools)
    const [{ headers, body } = { headers: {} as Record<string, string>, body: '' }] = requests
    // https://docs.sentry.io/integrations/integration-platform/webhooks/#sentry-hook-signature
    const hmac = createHmac('sha256', settings.secret)
    hmac.update(JSON.stringify(JSON.parse(body)), 'utf8')
    expect(headers['sentry-hook-signature']).toBe(hmac.digest('hex'))
    expect(headers).toMatchObject({
      'sentry-hook-resource': 'event_alert',
      'sentry-hook-timestamp': '1614265330',
      'request-id': 'k-1',
    })
  })

  it('has the body of an issue alert, one for each issue', async () => {
    const { tools, requests } = notingTools()
    const subjects = [aSubject(), aSubject({ id: 'issue:13' })]
    await ADAPTERS['sentry-webhook'].send(settings, anAlert({ subjects }), tools)
    expect(requests.map(({ headers }) => headers['request-id'])).toEqual(['k-1', 'k-1-2'])
    const body = JSON.parse(requests[0]?.body ?? '')
    expect(body).toEqual({
      action: 'triggered',
      installation: {
        uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
      },
      actor: { type: 'application', id: 'crumbtrail', name: 'Crumbtrail' },
      data: {
        event: {
          event_id: 'a'.repeat(32),
          issue_id: '12',
          issue_url: 'https://desk.example/api/0/organizations/crumbtrail/issues/12/',
          web_url: 'https://desk.example/issues/12/events/a',
          url: `https://desk.example/api/0/projects/crumbtrail/shop/events/${'a'.repeat(32)}/`,
          project: 'shop',
          title: 'TypeError: x is not a function',
          message: 'x is not a function',
          culprit: 'loadCart in cart.ts',
          level: 'error',
          environment: 'production',
          release: 'shop@1.2.0',
          platform: 'javascript',
          datetime: '2026-11-25T16:28:00.000Z',
          timestamp: 1_795_624_080,
          tags: [['browser', 'Firefox 151']],
        },
        triggered_rule: 'New issues',
      },
    })
  })
})
