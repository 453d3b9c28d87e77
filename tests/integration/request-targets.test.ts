import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DeskProcess, removeData } from '#tests/support/desk/desk-process.ts'
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

/** What is written on the wire after the method, byte by byte. */
function ask(
  target: string,
  lines: string[] = [],
  method = 'GET',
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(desk.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk
    })
    socket.once('error', reject)
    socket.once('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text }))
    const head = [`${method} ${target} HTTP/1.1`, `host: ${hostname}:${port}`, 'connection: close', ...lines]
    socket.write(`${head.join('\r\n')}\r\n\r\n`, 'latin1')
  })
}

const dots = '%2e%2e%2f'
const vites = ['/@fs/x', '/@fs/etc/passwd', '/@vite/client', '/__vite_ping', '/@vite/client/x', '/%40fs/x']
const odd = [
  ...vites,
  ...vites.map((path) => `${path}/index.pageContext.json`),
  '/%5f_vite_ping',
  '//',
  '///',
  '//@fs/x',
  '//evil.example/x',
  '//sign-in',
  '//issues',
  '/\\evil.example',
  '/%',
  '/%0',
  '/%00',
  '/%ff',
  '/issues/%E0%A4%A',
  '/issues/%',
  '/issues/%00',
  '/issues/%2F',
  '/issues?%',
  '/?%',
  '/?%E0%A4%A',
  '/issues?query=%',
  '/issues#x',
  '/?',
  '/??',
  '/.',
  '/..',
  '/../..',
  `/${dots}${dots}etc/passwd`,
  '/index.pageContext.json',
  '/issues/index.pageContext.json?%',
  '/%/index.pageContext.json',
  '//index.pageContext.json',
  '/assets/%',
  '/assets/../../package.json',
  '/assets/%00',
  '/issues/1/events/%/event.md',
  '/live/issues/%',
  '/set-up/%',
  '/digests/%E0%A4%A',
  '/releases/%/%',
  '/a:b@c',
  '/:80',
  '/;x=1',
  '/\x80\xff',
  '/__proto__',
  '/constructor/prototype',
  `/${'a'.repeat(10_000)}`,
  `/${'%41'.repeat(3_000)}`,
  `/${'a/'.repeat(4_000)}`,
  `/issues/${'9'.repeat(400)}`,
  `/?${'a=b&'.repeat(3_000)}`,
  `/${'x'.repeat(20_000)}`,
  '*',
  'issues',
  '?x',
  '#x',
  'http://',
  'http:///issues',
  'http://evil.example',
  'http://evil.example?x=1',
  'http://evil.example/issues',
  'https://evil.example/issues?query=x',
  'HTTP://EVIL.example/sign-in',
  'http://[::1/issues',
  'http://evil.example:99999/issues',
  'http://a b/issues',
  'http://evil.example//issues',
  'http://evil.example/@fs/x',
  'ftp://evil.example/issues',
  'javascript:alert(1)',
  'evil.example:443',
]

/** Events and issues of the desk's own project. */
function countEvents(): number {
  const database = new DatabaseSync(join(desk.dataDir, 'crumbtrail.sqlite'), { readOnly: true })
  const row = database.prepare('SELECT count(*) AS count FROM event').get() as { count: number } // one row
  database.close()
  return row.count
}

describe('whatever stands in the request line', () => {
  it.each(odd.map((target) => [target.slice(0, 60), target] as const))(
    '%s is no failure of ours, to a stranger and to who is signed in',
    async (_name, target) => {
      for (const lines of [[], ['accept: text/html'], [`cookie: ${cookie}`, 'accept: text/html']]) {
        const { status, text } = await ask(target, lines)
        expect(status, text.slice(0, 500)).toBeGreaterThanOrEqual(200)
        expect(status, text.slice(0, 500)).toBeLessThan(500)
        expect(/^location: (.*)$/im.exec(text)?.[1] ?? '/').not.toMatch(/^(?:\/[/\\]|\w+:)/)
      }
    },
  )

  it('is a missing page where only Vite would have an answer', async () => {
    for (const path of vites) {
      expect((await ask(path, ['accept: text/html', `cookie: ${cookie}`])).status, path).toBe(404)
    }
  })

  it('may be the whole address, as proxies write it: https://www.rfc-editor.org/rfc/rfc9112#name-absolute-form', async () => {
    const whole = await ask('http://evil.example/sign-in?next=/issues')
    expect([whole.status, /<h1[^>]*>(.*?)<\/h1>/.exec(whole.text)?.[1]]).toEqual([200, 'Sign in'])
    expect(whole.text).not.toContain('evil.example')
    expect((await ask('http://evil.example/healthz')).status).toBe(200)
    expect((await ask('http://evil.example/issues')).text).toContain('location: /sign-in?next=%2Fissues')
  })

  it('does not become an event of the desk itself', async () => {
    await desk.stop()
    expect(countEvents()).toBe(0)
  })
})
