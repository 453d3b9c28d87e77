import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { minify } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DeskProcess, removeData, repositoryRoot, startDesk } from '#tests/support/desk/desk-process.ts'

const run = promisify(execFile)
const SOURCE = [
  'export function priceOf(line) {',
  '  return line.price.amount * line.quantity',
  '}',
  'window.checkout = (lines) => lines.map((line) => priceOf(line))',
].join('\n')

/** Uploads by the real `sentry-cli`, of a script that a real minifier made. */
describe('source maps', () => {
  let desk: DeskProcess
  let dsn: string
  let token: string
  let home: string
  let folder: string
  let debugId: string
  let column: number
  let failingLine: number

  beforeAll(async () => {
    desk = await startDesk({ env: { TELEMETRY_ADAPTER: 'none' } })
    dsn = JSON.parse(await desk.cli('project', 'add', 'Shop', '--json')).dsn
    token = JSON.parse(await desk.cli('token', 'add', 'ci', '--scope', 'releases', '--json')).token
    home = await mkdtemp(join(tmpdir(), 'crumbtrail-maps-'))
    folder = join(home, 'dist')
    await mkdir(folder, { recursive: true })
    const { code, map } = await minify('src/cart.js', SOURCE, { sourcemap: true, module: true })
    await writeFile(join(folder, 'app.js'), `${code}\n//# sourceMappingURL=app.js.map`)
    await writeFile(join(folder, 'app.js.map'), JSON.stringify({ ...map, sourcesContent: [SOURCE] }))
    await cli('sourcemaps', 'inject', folder)
    const injected = await readFile(join(folder, 'app.js'), 'utf8')
    debugId = /debugId=([\da-f-]{36})/.exec(injected)?.[1] ?? ''
    const failing = injected.split('\n').findIndex((line) => line.includes('.price.amount'))
    expect(failing).toBeGreaterThan(-1)
    failingLine = failing + 1
    column = (injected.split('\n')[failing] ?? '').indexOf('.price.amount') + 2
  })
  afterAll(async () => {
    await desk.stop()
    await removeData(desk)
    await rm(home, { recursive: true })
  })

  /** One variable is enough: the token says where the desk is. */
  async function cli(...args: string[]): Promise<string> {
    const { PATH = '' } = process.env
    const env = { PATH, SENTRY_AUTH_TOKEN: token, SENTRY_LOG_LEVEL: 'info', HOME: home }
    const path = join(repositoryRoot, 'node_modules', '.bin', 'sentry-cli')
    const { stdout, stderr } = await run(path, args, { env, cwd: home })
    return stdout + stderr
  }

  async function sendError(eventId: string): Promise<void> {
    const { origin, username, pathname } = new URL(dsn)
    const event = {
      event_id: eventId,
      platform: 'javascript',
      exception: {
        values: [
          {
            type: 'TypeError',
            value: "Cannot read properties of undefined (reading 'amount')",
            stacktrace: {
              frames: [
                {
                  function: 't',
                  abs_path: 'https://shop.example/app.js',
                  filename: '/app.js',
                  lineno: failingLine,
                  colno: column,
                  in_app: true,
                },
              ],
            },
          },
        ],
      },
      debug_meta: {
        images: [{ type: 'sourcemap', code_file: 'https://shop.example/app.js', debug_id: debugId }],
      },
    }
    const header = JSON.stringify({ event_id: eventId })
    const answer = await fetch(`${origin}/api${pathname}/envelope/?sentry_key=${username}`, {
      method: 'POST',
      body: `${header}\n{"type":"event"}\n${JSON.stringify(event)}\n`,
    })
    expect(answer.status).toBe(200)
  }

  async function readFrame(eventId: string) {
    const reader = JSON.parse(await desk.cli('token', 'add', `reader ${eventId}`, '--json')).token
    const answer = await fetch(`${desk.url}/api/0/projects/desk/shop/events/${eventId}/`, {
      headers: { authorization: `Bearer ${reader}` },
    })
    const { entries } = await answer.json()
    return entries[0].data.values[0].stacktrace.frames[0]
  }

  it('map an event that came before them, once sentry-cli uploads them with nothing but a token', async () => {
    const eventId = 'a'.repeat(32)
    await sendError(eventId)
    expect(await readFrame(eventId)).toMatchObject({
      function: 't',
      lineNo: failingLine,
      mapping: { isMapped: false, reason: 'map_not_uploaded', found: debugId },
    })
    const said = await cli('sourcemaps', 'upload', '--project', 'shop', '--wait', folder)
    expect(said).toContain('Uploaded files to Sentry')
    expect(await readFrame(eventId)).toMatchObject({
      function: 'priceOf',
      lineNo: 2,
      filename: expect.stringContaining('src/cart.js'),
      context: expect.arrayContaining([[2, '  return line.price.amount * line.quantity']]),
      mapping: { isMapped: true, by: 'debug id', sent: { function: 't', line: failingLine } },
    })
  })

  it('are not sent again when they are known', async () => {
    const said = await cli('sourcemaps', 'upload', '--project', 'shop', '--wait', folder)
    expect(said).toContain('Nothing to upload')
  })

  it('are refused for a project that does not exist, with a sentence', async () => {
    await expect(cli('sourcemaps', 'upload', '--project', 'nowhere', '--wait', folder)).rejects.toThrow(
      'there is no project nowhere',
    )
  })

  it('are all that the token is good for', async () => {
    const answer = await fetch(`${desk.url}/api/0/projects/`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { detail: 'Cannot answer: the token may only upload source maps and create releases and deploys' },
    ])
  })
})
