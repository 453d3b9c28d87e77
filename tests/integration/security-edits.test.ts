import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addProject } from '#tests/support/desk/add-project.ts'
import { type DeskProcess, removeData } from '#tests/support/desk/desk-process.ts'
import { startPreparedDesk } from '#tests/support/desk/prepared/prepared-desk.ts'
import { sendEvent } from '#tests/support/fill/send-event.ts'
import {
  addVisitor,
  hiddenField,
  hiddenFieldIn,
  ownerOf,
  type Visitor,
} from '#tests/support/visitors/visitor.ts'

let desk: DeskProcess
let owner: Visitor
let admin: Visitor
let member: Visitor
let shop: { id: number; dsn: string }

beforeAll(async () => {
  desk = await startPreparedDesk({ env: { TELEMETRY_ADAPTER: 'none' } })
  owner = await ownerOf(desk)
  shop = await addProject(desk, 'Shop')
  for (const environment of ['production', 'staging']) await sendEvent(shop.dsn, { environment })
  await addProject(desk, 'Billing')
  admin = await addVisitor(desk, 'admin@example.test', 'admin')
  member = await addVisitor(desk, 'member@example.test', 'member')
})

afterAll(async () => {
  await desk.stop()
  await removeData(desk)
})

const PAGE = '/projects/shop/settings'

interface Edit {
  path: string
  change: string
  ours: Record<string, string>
  theirs: Record<string, string>
}

const EDITS: Edit[] = [
  {
    path: PAGE,
    change: 'names',
    ours: { name: 'Store', slug: 'shop' },
    theirs: { name: 'Market', slug: 'shop' },
  },
  {
    path: PAGE,
    change: 'repository',
    ours: { url: 'https://git.example/ours' },
    theirs: { url: 'https://git.example/theirs' },
  },
  { path: PAGE, change: 'environments', ours: { hidden: 'staging' }, theirs: { hidden: 'production' } },
  {
    path: `${PAGE}/filters`,
    change: 'filters',
    ours: { errorMessages: 'ours*' },
    theirs: { errorMessages: 'theirs*' },
  },
  {
    path: `${PAGE}/scrubbing`,
    change: 'scrubbing',
    ours: { extraNames: 'vat' },
    theirs: { extraNames: 'iban' },
  },
  { path: `${PAGE}/limits`, change: 'retention', ours: { days: '31' }, theirs: { days: '62' } },
  {
    path: `${PAGE}/limits`,
    change: 'add-limit',
    ours: { quantity: '1001', per: 'hour', category: '', scope: 'project' },
    theirs: { quantity: '2002', per: 'hour', category: '', scope: 'key' },
  },
  {
    path: `${PAGE}/grouping`,
    change: 'add-rule',
    ours: { match: 'type=OursError', title: 'Ours' },
    theirs: { match: 'type=TheirsError', title: 'Theirs' },
  },
  {
    path: `${PAGE}/ownership`,
    change: 'ownership',
    ours: { rules: 'path:a owner@example.test' },
    theirs: { rules: 'path:b owner@example.test' },
  },
  {
    path: `${PAGE}/keys`,
    change: 'origins',
    ours: { origins: 'https://ours.example' },
    theirs: { origins: 'https://theirs.example' },
  },
]

describe('two people who edit one setting at once', () => {
  it.each(EDITS)(
    '$path $change: the second is told, and overwrites nothing',
    async ({ path, change, ours, theirs }) => {
      const key = change === 'origins' ? { key: new URL(shop.dsn).username } : {}
      const [seenByUs, seenByThem] = await Promise.all(
        [owner, admin].map((visitor) => hiddenField(visitor, path, change, 'version')),
      )
      const saved = await owner.post(path, { change, version: seenByUs ?? '', ...key, ...ours })
      expect(saved.status).toBe(303)
      const stored = JSON.stringify(await owner.read(path))

      const late = { change, ...key, ...theirs }
      const refused = await admin.post(path, { ...late, version: seenByThem ?? '' })
      const html = await refused.text()
      expect(refused.status).toBe(422)
      expect(html).toMatch(/after you opened this page/)
      expect(JSON.stringify(await owner.read(path))).toBe(stored)
      // A form that does not say what it was filled with is none of ours.
      expect((await admin.post(path, late)).status).toBe(422)
      expect(JSON.stringify(await owner.read(path))).toBe(stored)

      const again = await admin.post(path, { ...late, version: hiddenFieldIn(html, change, 'version') })
      expect(again.status).toBe(303)
      expect(JSON.stringify(await owner.read(path))).not.toBe(stored)
    },
  )
})

/** What nobody may say of themselves, of a project, or of an issue. */
const EXTRA = {
  id: '1',
  role: 'owner',
  orgRole: 'owner',
  owner: '2',
  account: '1',
  account_id: '1',
  accountId: '1',
  project: 'billing',
  project_id: '1',
  projectId: '1',
  access: 'teams',
  is_active: '0',
  isGoing: '1',
  deleted_at: '1',
  created_at: '1',
  createdBy: '1',
  'constructor.prototype.role': 'owner',
}

describe('fields that nobody asked for', () => {
  const accounts = async () => {
    const listed: { id: number; email: string; role: string; name: string }[] = JSON.parse(
      await desk.cli('user', 'list', '--json'),
    )
    return listed.map(({ id, email, role }) => ({ id, email, role }))
  }

  it('change nothing where forms have them', async () => {
    const before = await accounts()
    const billing = JSON.stringify(await owner.read('/projects/billing/settings'))
    expect(
      (
        await member.post('/settings/account', {
          ...EXTRA,
          change: 'name',
          name: 'Mia',
          email: 'x@example.test',
        })
      ).status,
    ).toBe(303)
    const version = await hiddenField(owner, `${PAGE}/filters`, 'filters', 'version')
    const filters = { ...EXTRA, ['__proto__']: 'x', change: 'filters', version, localhost: 'on', more: 'on' }
    expect((await owner.post(`${PAGE}/filters`, filters)).status).toBe(303)
    await member.post('/issues/1', { ...EXTRA, change: 'comment', text: 'Seen.' })
    expect(await accounts()).toEqual(before)
    expect(JSON.stringify(await owner.read('/projects/billing/settings'))).toBe(billing)
    const issue = JSON.stringify(await owner.read('/issues/1'))
    expect(issue).toContain('Seen.')
    expect(issue).toMatch(/member@example\.test|Mia/) // who wrote it, though it said that the owner did
    const page = await member.post('/settings/tokens', {
      ...EXTRA,
      change: 'create',
      name: 'mine',
      lifetime: '30d',
      'scope.event:read': 'on',
      'scope.member:admin': 'on',
    })
    expect(page.status).toBe(422) // its role has no such scope
  })

  it('change nothing where bodies of the API have them', async () => {
    const before = await accounts()
    const added: { token: string } = JSON.parse(
      await desk.cli('token', 'add', 'scripts', '--scope', 'write', '--json'),
    )
    const send = async (method: string, path: string, body: object) => {
      const headers = { authorization: `Bearer ${added.token}`, 'content-type': 'application/json' }
      const request = { method, headers, body: JSON.stringify({ ...EXTRA, user: { id: '1' }, ...body }) }
      const answer = await fetch(`${desk.url}/api/0${path}`, request)
      expect([path, answer.status]).toEqual([path, expect.toBeOneOf([200, 201])])
      return answer.json()
    }
    const issue = await send('PUT', '/issues/1/', {
      status: 'resolved',
      shortId: 'BILLING-9',
      title: 'Evil',
      count: '99',
    })
    expect(JSON.stringify(issue)).not.toMatch(/Evil|BILLING|"99"/)
    const comment = await send('POST', '/issues/1/comments/', { text: 'By a script.' })
    expect(JSON.stringify(comment)).not.toContain('owner@example.test')
    const release = await send('POST', '/organizations/desk/releases/', {
      version: 'shop@9',
      projects: ['shop'],
      id: 77,
      ownerId: 1,
      organization: 'evil',
      newGroups: 9,
    })
    expect(release).toMatchObject({ version: 'shop@9', projects: [{ slug: 'shop' }], newGroups: 0 })
    expect(await accounts()).toEqual(before)

    const headers = { authorization: `Bearer ${added.token}`, 'content-type': 'application/json' }
    const poisoned = '{"status":"ignored","__proto__":{"role":"owner"}}'
    const refused = await fetch(`${desk.url}/api/0/issues/1/`, { method: 'PUT', headers, body: poisoned })
    expect(refused.status).toBe(400)

    const viewer = before.find(({ email }) => email === 'member@example.test')
    const { orgRole: _orgRole, ...rest } = EXTRA
    const changed = await fetch(`${desk.url}/api/0/organizations/desk/members/${viewer?.id}/`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ ...rest, email: 'x@example.test', orgRole: 'viewer' }),
    })
    expect(changed.status).toBe(200)
    expect(await accounts()).toEqual(
      before.map((account) => (account.id === viewer?.id ? { ...account, role: 'viewer' } : account)),
    )
  })
})
