import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DeskProcess, owner, removeData } from '#tests/support/desk/desk-process.ts'
import { startPreparedDesk } from '#tests/support/desk/prepared/prepared-desk.ts'
import { signInForCookie } from '#tests/support/desk/sign-in-for-cookie.ts'

let desk: DeskProcess
let cookie: string

beforeAll(async () => {
  desk = await startPreparedDesk()
  cookie = await signInForCookie(desk)
})

afterAll(async () => {
  await desk.stop()
  await removeData(desk)
})

type Fields = Record<string, string>

function post(path: string, fields: Fields, headers: Fields = {}): Promise<Response> {
  return fetch(desk.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: desk.url, accept: 'text/html', cookie, ...headers },
    body: new URLSearchParams(fields),
  })
}

function get(path: string, headers: Fields = {}): Promise<Response> {
  return fetch(desk.url + path, { redirect: 'manual', headers: { cookie, ...headers } })
}

const cookieOf = (response: Response, name: string) =>
  response.headers
    .getSetCookie()
    .find((one) => one.startsWith(`${name}=`))
    ?.split(';')[0]

// First: what fails below is reported to this very desk, and changes the side bar's numbers when it arrives.
describe('a payload', () => {
  it('has changed for the browser only when it has', async () => {
    const path = '/projects/index.pageContext.json'
    const first = await get(path)
    const etag = { 'if-none-match': first.headers.get('etag') ?? '' }
    expect((await get(path, etag)).status).toBe(304)
    await post('/projects', { name: 'Another one' })
    expect((await get(path, etag)).status).toBe(200)
    expect((await get(path, { ...etag, cookie: '' })).status).toBe(401)
  })
})

describe('a form of the frame, posted to the page that it stands on', () => {
  const theme = { frame: 'theme', theme: 'dark' }

  it.each(['/issues?query=is%3Aopen', '/projects', '/no-such-page?x=1', '/issues/999999', '/digests'])(
    'changes the theme at %s, and leads back there',
    async (path) => {
      const answer = await post(path, theme)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, path])
      expect(cookieOf(answer, 'crumbtrail_preferences')).toMatch(/dark/)
    },
  )

  it('never leads to another server', async () => {
    const answer = await post('//evil.example/x', theme)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/evil.example/x'])
  })

  it('is not handled by the page: no project is created, whatever fields it has', async () => {
    const before = await desk.cli('project', 'list', '--json')
    await post('/projects', { ...theme, name: 'By the frame' })
    expect(await desk.cli('project', 'list', '--json')).toBe(before)
  })

  it('is refused where it names no theme, or comes from another site', async () => {
    const wrong = await post('/issues', { frame: 'theme', theme: 'red' })
    expect([wrong.status, await wrong.text()]).toEqual([422, 'Cannot accept the form: unknown theme "red"'])
    for (const frame of ['theme', 'sign-out']) {
      const foreign = await post('/issues', { ...theme, frame }, { origin: 'https://evil.example' })
      expect([foreign.status, foreign.headers.getSetCookie()]).toEqual([403, []])
    }
    expect((await get('/issues')).status).toBe(200)
  })

  it.each([
    ['/issues?query=x', { frame: 'sign-out' }],
    ['/no-such-page', { frame: 'sign-out' }],
    ['/sign-out', {}],
  ])('signs out at %s, and twice is as once', async (path, fields: Fields) => {
    const own = await signInForCookie(desk)
    const answers = await Promise.all([0, 1].map(() => post(path, fields, { cookie: own })))
    for (const answer of answers) expect(answer.status).toBe(303)
    expect(answers.some((answer) => answer.headers.get('location') === '/sign-in')).toBe(true)
    const after = await get('/issues', { cookie: own })
    expect([after.status, after.headers.get('location')]).toEqual([302, '/sign-in?next=%2Fissues'])
  })
})

describe('a form without JavaScript', () => {
  it('creates a project once, however often it is sent', async () => {
    const form = { name: 'Shop web', 'idempotency-key': 'create-1' }
    const answers = await Promise.all([post('/projects', form), post('/projects', form)])
    answers.push(await post('/projects', form))
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/projects/shop-web'])
    }
    const projects = JSON.parse(await desk.cli('project', 'list', '--json')) as { slug: string }[]
    expect(projects.filter(({ slug }) => slug.startsWith('shop-web'))).toHaveLength(1)
  })

  it('is shown again with 422, what was typed and what is wrong with it', async () => {
    const answer = await post('/projects', { name: '<b>"té"</b>'.repeat(40) })
    const html = await answer.text()
    expect(answer.status).toBe(422)
    expect(html).toContain(`value="${'&lt;b&gt;&quot;té&quot;&lt;/b&gt;'.repeat(40)}"`)
    expect(html).toMatch(/role="alert"[^>]*>Cannot create/)
    expect(answer.headers.get('location')).toBeNull()
  })

  it('never sends a secret back, neither in the page nor in its data', async () => {
    const typed = { email: owner.email, password: 'a wrong but secret password' }
    const html = await (await post('/sign-in', typed, { cookie: '' })).text()
    expect(html).toContain(`value="${owner.email}"`)
    expect(html).toContain('Cannot sign in: the email or the password is wrong')
    expect(html).not.toContain(typed.password)
    const data = await (await post('/sign-in', typed, { cookie: '', accept: 'application/json' })).text()
    expect(data).toContain(owner.email)
    expect(data).not.toContain(typed.password)
  })

  it('that is done leads back to its page, which says so once', async () => {
    const answer = await post('/playground', { outcome: 'done' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/playground'])
    const headers = { cookie: `${cookie}; ${cookieOf(answer, 'crumbtrail_flash')}` }
    expect(await (await get('/playground', headers)).text()).toContain('The action succeeded.')
    expect(await (await get('/playground', headers)).text()).not.toContain('The action succeeded')
  })

  it('that fails shows the error screen, whose digest has the fault of the same failure in data', async () => {
    const answer = await post('/playground', { outcome: 'fail' })
    const html = await answer.text()
    expect(answer.status).toBe(500)
    expect(html).toContain('Application error: a server-side exception has occurred')
    const digest = /\b([0-9A-Z]{6})-[0-9A-Z]{6}\b/.exec(html)?.[1]
    const data = await post('/playground', { outcome: 'fail' }, { accept: 'application/json' })
    expect(data.status).toBe(500)
    expect(((await data.json()) as { error: { digest: string } }).error.digest).toMatch(`${digest}-`)
  })

  it('signs in once by two clicks, and both answers have the session', async () => {
    const form = { ...owner, 'idempotency-key': 'sign-in-1' }
    const [one, two] = await Promise.all([
      post('/sign-in?next=/projects', form, { cookie: '' }),
      post('/sign-in?next=/projects', form, { cookie: '' }),
    ])
    const session = cookieOf(one, 'crumbtrail_session')
    expect([one.status, one.headers.get('location')]).toEqual([303, '/projects'])
    expect(cookieOf(two, 'crumbtrail_session')).toBe(session)
    expect((await get('/projects', { cookie: session ?? '' })).status).toBe(200)
    const other = await post('/sign-in?next=/projects', { ...form, password: 'guessed' }, { cookie: '' })
    expect([other.status, other.headers.getSetCookie()]).toEqual([422, []])
  })

  it('is refused by pages without an action, and by those that only inherit one', async () => {
    for (const path of ['/releases', '/digests']) {
      const answer = await post(path, { name: 'Never' })
      expect([answer.status, await answer.text()]).toEqual([
        405,
        'Cannot accept the form: this page has no action',
      ])
    }
    expect(await desk.cli('project', 'list')).not.toContain('Never')
  })
})

describe('what a page answers', () => {
  it.each([
    ['/projects', 200],
    ['/projects/crumbtrail', 200],
    ['/issues', 200],
    ['/issues?project=crumbtrail', 200],
    ['/digests', 200],
    ['/playground', 200],
    ['/sign-in', 200],
    ['/issues/999999', 404],
    ['/issues?project=nothing', 404],
    ['/digests/000000-000000', 404],
    ['/digests/a%20b', 404],
    ['/nowhere', 404],
    ['/playground?fail=loader', 500],
    ['/playground?fail=null', 500],
  ])('to %s is %d, in its payload as in its document', async (path, status) => {
    const [pathname = '', query] = path.split('?')
    const payload = await get(`${pathname}/index.pageContext.json${query ? `?${query}` : ''}`)
    const document = await get(path)
    expect([payload.status, document.status]).toEqual([status, status])
    const answer = (await payload.json()) as { error?: { digest?: string } }
    const html = await document.text()
    if (status === 200) expect(Object.keys(answer)).toEqual(['data'])
    if (status === 404) expect(answer).toEqual({ error: {} })
    if (status === 500) expect(html).toContain(answer.error?.digest?.split('-')[0])
  })

  it.each(['/', '/issues', '/projects', '/playground'])(
    'to nobody at %s is where to sign in',
    async (path) => {
      const payload = await get(`${path === '/' ? '' : path}/index.pageContext.json`, { cookie: '' })
      expect(payload.status).toBe(401)
      expect(Object.keys((await payload.json()) as object)).toEqual(['redirect'])
    },
  )
})
