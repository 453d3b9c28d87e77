import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { missingRole, permissions } from '#renderer/layout/permissions.ts'
import type { Role } from '#server/models/accounts/roles.ts'
import { addProject } from '#tests/support/desk/add-project.ts'
import { type DeskProcess, owner, removeData, startDesk } from '#tests/support/desk/desk-process.ts'

const ROLES = ['stranger', 'viewer', 'member', 'admin', 'owner'] as const
type Visitor = (typeof ROLES)[number]

let desk: DeskProcess
const cookies = new Map<Visitor, string>()

beforeAll(async () => {
  desk = await startDesk({ env: { TELEMETRY_ADAPTER: 'none' } })
  await addProject(desk, 'Shop')
  for (const role of ['viewer', 'member', 'admin'] as const) {
    const email = `${role}@example.test`
    const added: { password: string } = JSON.parse(await desk.cli('user', 'add', email, '--json'))
    await desk.cli('user', 'role', email, role)
    cookies.set(role, await signIn(email, added.password))
  }
  cookies.set('owner', await signIn(owner.email, owner.password))
})

afterAll(async () => {
  await desk.stop()
  await removeData(desk)
})

async function signIn(email: string, password: string): Promise<string> {
  const { headers } = await post('/sign-in', { email, password }, 'stranger')
  const lines = headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  return (
    lines.find((line) => line.startsWith('crumbtrail_session=')) ?? expect.fail(`${email} is not signed in`)
  )
}

async function post(path: string, fields: Record<string, string>, as: Visitor): Promise<Response> {
  const headers = { origin: desk.url, cookie: cookies.get(as) ?? '' }
  const body = new URLSearchParams(fields)
  return fetch(desk.url + path, { method: 'POST', redirect: 'manual', headers, body })
}

const get = (path: string, as: Visitor) =>
  fetch(desk.url + path, { redirect: 'manual', headers: { cookie: cookies.get(as) ?? '' } })

/** An address of a page; what it names need not exist, as the role is asked for before. */
function addressOf(route: string): string {
  const of: Record<string, string> = {
    '@slug': 'shop',
    '@issueId': '999',
    '@monitor': 'none',
    '@token': 'none',
  }
  return route === '/index' ? '/' : route.replace(/@\w+/g, (name) => of[name] ?? '0'.repeat(32))
}

/** What a visitor is told: to sign in, that it is not allowed, or anything else. */
function verdictOf(route: string, { status, headers }: Response): 'sign in' | 'forbidden' | 'allowed' {
  if (status === 403) return 'forbidden'
  // They lead everybody to the first step, as no sign-in waits there.
  if (route === '/sign-in/second-step' || route === '/sign-in/link') return 'allowed'
  return /^\/sign-in\b/.test(headers.get('location') ?? '') ? 'sign in' : 'allowed'
}

function expected(as: Visitor, route: string, form?: URLSearchParams) {
  const role: Role | undefined = as === 'stranger' ? undefined : as
  if (missingRole(role, route, form) === undefined) return 'allowed'
  return role === undefined ? 'sign in' : 'forbidden'
}

describe.each(ROLES)('pages and forms for: %s', (as) => {
  it('sees the pages of the table, and no other', async () => {
    const wrong: string[] = []
    for (const route of Object.keys(permissions)) {
      const response = await get(addressOf(route), as)
      const verdict = verdictOf(route, response)
      await response.arrayBuffer()
      if (verdict !== expected(as, route)) wrong.push(`${route}: ${verdict} (${response.status})`)
    }
    expect(wrong).toEqual([])
  })

  it('sends the forms of the table, and no other', async () => {
    const wrong: string[] = []
    for (const [route, { does = {} }] of Object.entries(permissions)) {
      for (const name of Object.keys(does)) {
        // These would end the visitor's own session.
        if (route === '/sign-out' || name === 'sign-out') continue
        const fields = name === '' ? {} : { [route === '/playground' ? 'outcome' : 'change']: name }
        const response = await post(addressOf(route), fields, as)
        const verdict = verdictOf(route, response)
        await response.arrayBuffer()
        const right = expected(as, route, new URLSearchParams(fields))
        if (verdict !== right) wrong.push(`${route} ${name}: ${verdict} (${response.status})`)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('a refusal', () => {
  it('is one sentence that names the role, for people and for scripts', async () => {
    const response = await post('/projects', { name: 'Another' }, 'member')
    expect(response.status).toBe(403)
    const sentence = 'Cannot accept the form: it needs the role admin, and yours is member'
    expect(await response.text()).toContain(sentence)
    const answer = await fetch(`${desk.url}/projects`, {
      method: 'POST',
      headers: { origin: desk.url, cookie: cookies.get('member') ?? '', accept: 'application/json' },
      body: new URLSearchParams({ name: 'Another' }),
    })
    expect([answer.status, await answer.json()]).toEqual([403, { error: {}, detail: sentence }])
    expect(await (await get('/settings/members', 'viewer')).text()).toContain(
      'Cannot show this page: it needs the role admin, and yours is viewer',
    )
  })
})

describe('fields of another form', () => {
  it('change nothing', async () => {
    const roles = async () => {
      const members: { email: string; role: string }[] = JSON.parse(await desk.cli('user', 'list', '--json'))
      return members.map(({ email, role }) => [email, role])
    }
    const before = await roles()
    const more = { role: 'owner', was: 'member', member: '3', access: 'teams', disabled_at: '1' }
    await post('/settings', { theme: 'dark', ...more }, 'viewer')
    await post('/settings/teams', { change: 'create', name: 'Checkout', ...more }, 'admin')
    await post('/projects', { name: 'Second', ...more }, 'admin')
    await post(
      '/issues',
      { change: 'save-view', name: 'Mine', query: '', sort: 'last-seen', ...more },
      'member',
    )
    expect(await roles()).toEqual(before)
  })
})

describe('pages', () => {
  it('show no button for what a role may not do', async () => {
    const text = async (path: string, as: Visitor) => (await get(path, as)).text()
    expect(await text('/projects', 'member')).not.toContain('Create project')
    expect(await text('/projects', 'admin')).toContain('Create project')
    expect(await text('/issues', 'viewer')).not.toContain('/playground')
    expect(await text('/issues', 'member')).toContain('/playground')
    expect(await text('/settings', 'member')).not.toContain('/settings/members')
    expect(await text('/settings', 'admin')).toContain('/settings/members')
    expect(await text('/projects/shop', 'member')).not.toContain('Who sees it')
    expect(await text('/projects/shop', 'admin')).toContain('Who sees it')
  })
})
