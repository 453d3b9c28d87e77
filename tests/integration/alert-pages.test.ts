import { afterAll, beforeAll, expect, it } from 'vitest'
import { addProject } from '#tests/support/desk/add-project.ts'
import { type DeskProcess, owner, removeData, startDesk } from '#tests/support/desk/desk-process.ts'

let desk: DeskProcess
let cookie = ''

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

beforeAll(async () => {
  desk = await startDesk({ env: { TELEMETRY_ADAPTER: 'none' } })
  await addProject(desk, 'Shop')
  const { headers } = await post('/sign-in', { email: owner.email, password: owner.password })
  cookie = headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
})

afterAll(async () => {
  await desk.stop()
  await removeData(desk)
})

/** A form as a browser without scripts sends it. */
async function post(path: string, fields: Record<string, string>): Promise<Response> {
  const headers = { origin: desk.url, cookie, accept: 'text/html' }
  const body = new URLSearchParams(fields)
  return fetch(desk.url + path, { method: 'POST', redirect: 'manual', headers, body })
}

async function read(path: string, cookies = cookie): Promise<string> {
  const response = await fetch(desk.url + path, { headers: { cookie: cookies, accept: 'text/html' } })
  expect(response.status, path).toBe(200)
  return response.text()
}

const rule = {
  name: 'Busy checkout',
  happening: 'events',
  count: '50',
  minutes: '30',
  project: 'shop',
  search: 'level:error',
  coolDownMinutes: '60',
  tell: 'every',
}

it('says that alerts reach no one until there is a channel', async () => {
  expect(await read('/alerts')).toContain('No one hears of this yet')
})

it('previews a rule without saving it, and keeps what was typed', async () => {
  const response = await post('/alerts/rules/new', { ...rule, change: 'preview' })
  expect(response.status).toBe(303)
  // What the next page shows is kept by a cookie.
  const shown = response.headers.getSetCookie().map((line) => line.split(';')[0])
  const page = await read(response.headers.get('location') ?? '', [cookie, ...shown].join('; '))
  expect(page).toContain('In the last 14 days')
  expect(page).toContain('value="Busy checkout"')
  expect(await read('/alerts')).not.toContain('Busy checkout')
})

it('refuses a rule with a sentence at its field', async () => {
  const response = await post('/alerts/rules/new', { ...rule, count: '0', change: 'save' })
  expect(response.status).toBe(422)
  expect(await response.text()).toContain('Cannot save the rule: give 1 to 10,000')
})

it('saves, changes, pauses, turns off and deletes a rule', async () => {
  const created = await post('/alerts/rules/new', { ...rule, change: 'save' })
  expect(created.status).toBe(303)
  const path = created.headers.get('location') ?? ''
  expect(path).toMatch(/^\/alerts\/rules\/\d+$/)
  const version = /name="version"[^>]* value="(\d+)"/.exec(await read(path))?.[1] ?? ''

  await post(path, { ...rule, version, name: 'Busy cart', change: 'save' })
  expect(await read(path)).toContain('Busy cart')
  const late = await post(path, { ...rule, version, name: 'Too late', change: 'save' })
  expect(late.status).toBe(422)
  expect(await late.text()).toContain('Too late') // what was typed is kept
  expect(await read('/alerts')).not.toContain('Too late')

  await post(path, { change: 'mute', for: 'hour' })
  expect(await read(path)).toContain('Sends no messages until')
  await post(path, { change: 'unmute' })
  await post(path, { change: 'turn-off' })
  expect(await read(path)).toContain('This rule is off')
  const deleted = await post(path, { change: 'delete' })
  expect([deleted.status, deleted.headers.get('location')]).toEqual([303, '/alerts'])
})

it('begins a time without alerts, and ends it', async () => {
  await post('/alerts', { change: 'add-mute', minutes: '30', project: 'shop', reason: 'deploy of 2.4' })
  const page = await read('/alerts')
  expect(page).toContain('deploy of 2.4')
  const mute = /name="mute"[^>]* value="(\d+)"/.exec(page)?.[1] ?? ''
  await post('/alerts', { change: 'end-mute', mute })
  expect(await read('/alerts')).not.toContain('deploy of 2.4')
})

it('adds a channel, whose secret no page shows again', async () => {
  const url = 'https://hooks.example/secret-path'
  const created = await post('/alerts/channels/new?kind=webhook', {
    change: 'save',
    name: 'On call',
    'value.url': url,
    'secret.secret': SECRET,
  })
  expect(created.status).toBe(303)
  const path = created.headers.get('location') ?? ''
  expect(await read('/alerts/channels')).toContain('On call')
  expect(await read(path)).not.toContain(SECRET)
  const deleted = await post(path, { change: 'delete' })
  expect([deleted.status, deleted.headers.get('location')]).toEqual([303, '/alerts/channels'])
})

it('lists no messages before there are any', async () => {
  expect(await read('/alerts/messages')).toContain('No messages yet')
  expect(await read('/alerts/messages?state=undelivered')).toContain('No messages match')
})
