import { describe, expect, it } from 'vitest'
import { openSearchDesk, SEARCH_NOW } from '#tests/support/desk/prepared/search-desk.ts'

const frames = [
  { function: 'CartPage', filename: 'src/cart/CartPage.tsx', module: 'cart.page', in_app: true },
  { function: 'totalOf', filename: 'src/cart/total.ts', in_app: true },
]

/** Two issues that differ in all that is asked for below. */
async function openTwo() {
  const opened = await openSearchDesk()
  opened.send('Fox', {
    platform: 'javascript',
    release: 'shop@2.5.0',
    logger: 'cart',
    user: { id: 5232, email: 'ada@example.com', username: 'ada', ip_address: '203.0.113.7' },
    request: { method: 'POST', url: 'https://shop.example/cart?visit=81' },
    sdk: { name: 'sentry.javascript.react', version: '11.10.0' },
    contexts: {
      browser: { name: 'Firefox', version: '144.0' },
      os: { name: 'Android', version: '16' },
      device: { family: 'Pixel', model: 'Pixel 9' },
      runtime: { name: 'node', version: 'v24' },
      response: { status_code: 503 },
    },
    exception: {
      values: [
        { type: 'CauseError', value: 'the cause' },
        {
          type: 'Fox',
          value: 'it broke',
          mechanism: { type: 'onerror', handled: false },
          stacktrace: { frames },
        },
      ],
    },
  })
  opened.send('Owl', {
    platform: 'python',
    release: 'api@2.4.0',
    user: { email: 'eve@example.com' },
    contexts: { browser: { name: 'Chrome', version: '141.0' }, os: { name: 'Windows' } },
    exception: { values: [{ type: 'Owl', value: 'x', mechanism: { type: 'generic', handled: true } }] },
  })
  return opened
}

describe('a search for what an event says finds its issue', () => {
  it.each([
    'browser:Firefox',
    'browser:"Firefox 144.0"',
    'browser.name:Firefox',
    'os:Android',
    'os:"Android 16"',
    'device:"Pixel 9"',
    'device:Pixel',
    'device.family:Pixel',
    'runtime:node',
    'user.id:5232',
    'user:id:5232',
    'user:5232',
    'user.email:ada@example.com',
    'user:ada@example.com',
    'user.username:ada',
    'user:ada',
    'user.ip:203.0.113.7',
    'user:203.0.113.7',
    'user.email:ada@*',
    'release:2.5.0',
    'release:shop@2.5.0',
    'release:shop@*',
    'release.version:2.5.*',
    'firstRelease:2.5.0',
    'firstRelease:shop@2.5.0',
    'first-release:2.5.0',
    'error.unhandled:true',
    'error.handled:false',
    'error.handled:0',
    'error.mechanism:onerror',
    'error.type:CauseError',
    'error.type:fox',
    'platform:javascript',
    'logger:cart',
    'http.method:POST',
    'http.status_code:503',
    'http.url:https://shop.example/cart',
    'url:https://shop.example/cart',
    'stack.filename:src/cart/total.ts',
    'stack.filename:total.ts',
    'stack.filename:*/cart/*',
    'stack.function:totalOf',
    'stack.module:cart.page',
    'sdk.name:sentry.javascript.*',
    'sdk.version:11.10.0',
    'has:user.id',
    'has:user.username',
    'has:stack.filename',
    'has:http.method has:device',
  ])('%s', async (query) => {
    const { search } = await openTwo()
    expect(await search(query)).toBe('Fox')
    expect(await search(`!(${query})`)).toBe('Owl')
  })
})

it('of a user finds the one whom only one field names', async () => {
  const { search } = await openTwo()
  for (const query of ['user.email:eve@example.com', 'user:eve@example.com', 'user:email:eve@example.com']) {
    expect(await search(query), query).toBe('Owl')
  }
})

it('of the newest release as the first one finds issues that began with it', async () => {
  const { send, search } = await openSearchDesk()
  send('Old', { release: 'shop@1.0.0' }, { at: SEARCH_NOW - 5_000 })
  send('Old', { release: 'shop@1.1.0' }, { at: SEARCH_NOW })
  send('New', { release: 'shop@1.1.0' }, { at: SEARCH_NOW })
  expect(await search('firstRelease:latest')).toBe('New')
  expect(await search('release:latest')).toBe('New Old')
})

it('refuses a word that is neither true nor false', async () => {
  const { search } = await openTwo()
  expect(await search('error.unhandled:maybe')).toBe(
    'Cannot search: `error.unhandled:maybe` needs true or false',
  )
})

it('keeps fields out of the tags', async () => {
  const { desk } = await openTwo()
  const keys = await desk.issues.listTagKeys()
  const tags = await desk.issues.listTags(1)
  expect([...keys, ...(tags ?? [])].filter(({ key }) => key.startsWith('field:'))).toEqual([])
  expect(await desk.issues.findTag(1, 'field:platform')).toBeUndefined()
})
