import { describe, expect, it } from 'vitest'
import { normalize } from '#server/processing/normalize/normalize.ts'
import { tagsOf } from '#server/processing/tags.ts'
import { userNameOf } from '#server/processing/user-hash.ts'

const arrival = { eventId: 'a'.repeat(32), receivedAt: 1_790_000_000_000 }
const tagsOfSent = (sent: Record<string, unknown>) => Object.fromEntries(tagsOf(normalize(sent, arrival)))

describe('tagsOf()', () => {
  it('takes the event’s own tags and derives the others', () => {
    const tags = tagsOfSent({
      level: 'fatal',
      tags: { shelf: 'A3', empty: '' },
      release: 'shop@1.4.0',
      dist: '7',
      environment: 'production',
      server_name: 'web-1',
      transaction: 'GET /cart',
      request: { url: 'https://shop.example/cart?visit=81#top' },
      user: { email: 'ada@example.com', id: 7 },
      contexts: {
        browser: { name: 'Firefox', version: '140.0' },
        os: { name: 'Linux' },
        runtime: { name: 'node', version: 'v24.1.0' },
        device: { family: 'Mac', model: 'Macmini9,1' },
      },
      exception: { values: [{ type: 'Error', mechanism: { type: 'onerror', handled: false } }] },
    })
    expect(tags).toEqual({
      shelf: 'A3',
      level: 'fatal',
      release: 'shop@1.4.0',
      dist: '7',
      environment: 'production',
      server_name: 'web-1',
      transaction: 'GET /cart',
      url: 'https://shop.example/cart',
      user: 'id:7',
      browser: 'Firefox 140.0',
      'browser.name': 'Firefox',
      os: 'Linux',
      'os.name': 'Linux',
      runtime: 'node v24.1.0',
      'runtime.name': 'node',
      device: 'Macmini9,1',
      'device.family': 'Mac',
      mechanism: 'onerror',
      handled: 'no',
    })
  })

  it('lets what the event is stand before a tag of its name', () => {
    expect(tagsOfSent({ level: 'error', tags: { level: 'loud', url: 'mine' } })).toMatchObject({
      level: 'error',
      url: 'mine',
    })
  })

  it('clips values to 200 characters, never within one', () => {
    const { transaction } = tagsOfSent({ transaction: `${'x'.repeat(199)}\u{1f6d2}` })
    expect(transaction).toBe('x'.repeat(199))
  })
})

describe('userNameOf()', () => {
  it.each([
    [{ id: '7', email: 'a@b.example', username: 'ada', ip_address: '203.0.113.7' }, 'id:7'],
    [{ email: 'a@b.example', username: 'ada' }, 'email:a@b.example'],
    [{ username: 'ada', ip_address: '203.0.113.7' }, 'username:ada'],
    [{ ip_address: '203.0.113.7' }, 'ip:203.0.113.7'],
    [{ plan: 'free' }, undefined],
    [undefined, undefined],
  ])('names %j %s', (user, name) => {
    expect(userNameOf(user ? { user } : {})).toBe(name)
  })
})
