import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'

const SOURCE = readFileSync(join(repositoryRoot, 'renderer/public/push-worker.js'), 'utf8')
const ORIGIN = 'https://desk.example'
const PUSH = 'https://push.example'

type Handle = (event: object) => void

/** What its browser has: a subscription, or the key that the page kept. */
interface Has {
  subscription?: object
  key?: string
}

/** Runs the worker as a browser would, with windows that are open, and notes what it does. */
function runWorker(open: readonly string[] = [], { subscription, key }: Has = {}) {
  const handlers = new Map<string, Handle>()
  const done: unknown[] = []
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (name: string, handle: Handle) => handlers.set(name, handle),
    registration: {
      pushManager: {
        getSubscription: async () => subscription ?? null,
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => ({
          endpoint: `${PUSH}/by-${applicationServerKey}`,
        }),
      },
      showNotification: async (title: string, options: object) => done.push(['show', title, options]),
    },
    clients: {
      matchAll: async () => open.map((url) => ({ url, focus: async () => done.push(['focus', url]) })),
      openWindow: async (url: string) => done.push(['open', url]),
    },
  }
  const fetch = async (address: string, { body, ...rest }: { body: URLSearchParams }) =>
    done.push(['fetch', address, Object.fromEntries(body), rest])
  const caches = {
    match: async (name: string) => (name === '/push-key' && key ? new Response(key) : undefined),
  }
  runInNewContext(SOURCE, { self, URL, URLSearchParams, fetch, caches })
  return {
    names: () => [...handlers.keys()],
    async send(name: string, event: object) {
      const waited: Promise<unknown>[] = []
      handlers.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => waited.push(promise) })
      await Promise.all(waited)
      return done
    },
  }
}

const click = (data: unknown) => ({ notification: { data, close: () => undefined } })

describe('the service worker', () => {
  it('handles messages, clicks and renewed subscriptions, and no requests', () => {
    expect(runWorker().names().toSorted()).toEqual([
      ...['install', 'notificationclick', 'push', 'pushsubscriptionchange'],
    ])
  })

  it('shows a message, in place of the one with the same tag', async () => {
    const payload = { title: 'Ada mentioned you', body: 'TypeError', url: '/issues/7', tag: 'issue:7' }
    const [shown] = await runWorker().send('push', { data: { json: () => payload } })
    expect(shown).toEqual([
      'show',
      'Ada mentioned you',
      expect.objectContaining({ body: 'TypeError', tag: 'issue:7', data: '/issues/7', renotify: true }),
    ])
  })

  it.each([
    ['none', null],
    ['no JSON', { json: () => JSON.parse('{') }],
  ])('shows something also for a message with %s', async (_, data) => {
    const [shown] = await runWorker().send('push', { data })
    expect(shown).toEqual(['show', 'Crumbtrail', expect.objectContaining({ data: '/' })])
  })

  it('opens the issue, or the window that shows it already', async () => {
    const data = '/issues/7?a=1'
    expect(await runWorker().send('notificationclick', click(data))).toEqual([['open', `${ORIGIN}${data}`]])
    const open = [`${ORIGIN}/`, `${ORIGIN}${data}`]
    expect(await runWorker(open).send('notificationclick', click(data))).toEqual([
      ['focus', `${ORIGIN}${data}`],
    ])
  })

  const old = { endpoint: `${PUSH}/old`, options: { applicationServerKey: 'key' } }
  it.each([
    ['both', { oldSubscription: old, newSubscription: { endpoint: `${PUSH}/new` } }, {}, 'old', 'new'],
    ['the old one', { oldSubscription: old, newSubscription: null }, {}, 'old', 'by-key'],
    ['none', {}, { subscription: { endpoint: `${PUSH}/has` } }, undefined, 'has'],
    ['none, and has none', {}, { key: 'kept' }, undefined, 'by-kept'],
  ])('tells the desk of a renewed subscription where the browser says %s', async (_, event, has, was, is) => {
    const [told, ...more] = await runWorker([], has).send('pushsubscriptionchange', event)
    expect(more).toEqual([])
    const subscription = JSON.stringify({ endpoint: `${PUSH}/${is}` })
    expect(told).toEqual([
      'fetch',
      '/settings/notifications',
      { change: 'renew-browser', old: was === undefined ? '' : `${PUSH}/${was}`, subscription },
      { method: 'POST', redirect: 'manual' },
    ])
  })

  it('tells nothing where the browser cannot subscribe again', async () => {
    expect(await runWorker().send('pushsubscriptionchange', {})).toEqual([])
  })

  it.each([
    'https://elsewhere.example/issues/7',
    '//elsewhere.example',
    '\\\\elsewhere.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://desk.example/1',
    undefined,
    7,
  ])('opens nothing outside of the desk for %j', async (data) => {
    const [opened] = await runWorker().send('notificationclick', click(data))
    expect(opened).toEqual(['open', expect.stringMatching(/^https:\/\/desk\.example\//)])
  })
})
