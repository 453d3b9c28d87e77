import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build, minify } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crumbtrail } from '#telemetry/build/vite.ts'
import { addProject } from '#tests/support/desk/add-project.ts'
import { type DeskProcess, removeData, repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { startPreparedDesk } from '#tests/support/desk/prepared/prepared-desk.ts'

import { sessionOf } from '#tests/support/desk/sign-in-for-cookie.ts'

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
    desk = await startPreparedDesk({ env: { TELEMETRY_ADAPTER: 'none' } })
    dsn = (await addProject(desk, 'Shop')).dsn
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

  async function sendError(eventId: string, place = { debugId, line: failingLine, column }): Promise<void> {
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
                  lineno: place.line,
                  colno: place.column,
                  in_app: true,
                },
              ],
            },
          },
        ],
      },
      debug_meta: {
        images: [{ type: 'sourcemap', code_file: 'https://shop.example/app.js', debug_id: place.debugId }],
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

  it('name the issue of that event by its source, and later events join it', async () => {
    const reader = JSON.parse(await desk.cli('token', 'add', 'issues', '--json')).token
    const listIssues = async () => {
      const answer = await fetch(`${desk.url}/api/0/projects/desk/shop/issues/?query=`, {
        headers: { authorization: `Bearer ${reader}` },
      })
      const issues: { culprit: string; count: string }[] = await answer.json()
      return issues.map(({ culprit, count }) => `${count} of ${culprit}`)
    }
    await expect.poll(listIssues, { timeout: 10_000 }).toEqual(['1 of src/cart.js in priceOf'])
    await sendError('e'.repeat(32))
    expect(await listIssues()).toEqual(['2 of src/cart.js in priceOf'])
  })

  it('are explained for each frame by a command, and in the event as text', async () => {
    const eventId = 'd'.repeat(32)
    await sendError(eventId, { debugId: 'f'.repeat(32), line: 1, column: 1 })
    const id = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
    const problem = `No source map: the script that ran has debug id ${id}, but the uploaded one has ${debugId}.`
    expect((await desk.cli('sourcemaps', 'explain', eventId)).split('\n')).toEqual(
      expect.arrayContaining(['t /app.js:1:1', '  other_build', `  ${problem}`]),
    )
    const told = JSON.parse(await desk.cli('sourcemaps', 'explain', 'a'.repeat(32), '--json'))
    expect(told.frames).toMatchObject([
      {
        verdict: 'mapped',
        problem: expect.stringContaining('Mapped by debug id; sent as https://shop.example/app.js'),
      },
    ])
    const cookie = await sessionOf(desk)
    for (const file of ['event.md', 'assistant.md']) {
      const found = await fetch(`${desk.url}/issues?query=${eventId}`, { headers: { cookie } })
      const text = await (await fetch(`${found.url.split('?')[0]}/${file}`, { headers: { cookie } })).text()
      expect(text).toContain(problem)
      expect(text).toContain('npx sentry-cli sourcemaps upload --project shop dist')
    }
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

  it('need no upload where the desk runs: a command adds debug ids and registers the build', async () => {
    const built = join(home, 'own')
    await mkdir(built)
    const { code, map } = await minify('src/cart.js', SOURCE, { sourcemap: true, module: true })
    await writeFile(join(built, 'shop.js'), code)
    await writeFile(join(built, 'shop.js.map'), JSON.stringify({ ...map, sourcesContent: [SOURCE] }))
    await writeFile(join(built, 'polyfill.js'), 'pay()')
    const said = await desk.cli('sourcemaps', 'add', built, '--project', 'shop')
    expect(said.trim().split('\n')).toEqual([
      'Project shop has the source maps of 1 script.',
      '1 script got a debug id: deploy the files as they are now.',
      'No map beside polyfill.js.',
    ])
    const injected = await readFile(join(built, 'shop.js'), 'utf8')
    const eventId = 'b'.repeat(32)
    const lines = injected.split('\n')
    const line = lines.findIndex((text) => text.includes('.price.amount'))
    await sendError(eventId, {
      debugId: /debugId=([\da-f-]{36})/.exec(injected)?.[1] ?? '',
      line: line + 1,
      column: (lines[line] ?? '').indexOf('.price.amount') + 2,
    })
    expect(await readFrame(eventId)).toMatchObject({
      function: 'priceOf',
      lineNo: 2,
      mapping: { isMapped: true, by: 'debug id' },
    })
    const again = JSON.parse(await desk.cli('sourcemaps', 'add', built, '--project', 'shop', '--json'))
    expect(again).toMatchObject({ injected: [], known: ['shop.js'], detail: null })
  })

  it('are uploaded by the Vite plugin, and a second build of the same sends nothing', async () => {
    const root = join(home, 'vite')
    await mkdir(root)
    await writeFile(join(root, 'cart.js'), SOURCE)
    const outDir = join(root, 'dist')
    for (const _ of [1, 2])
      await build({
        ...{ root, configFile: false, logLevel: 'silent' },
        build: { outDir, rolldownOptions: { input: join(root, 'cart.js') } },
        plugins: [crumbtrail({ token, project: 'shop', release: 'shop@3.0.0' })],
      })
    const [name] = await readdir(join(outDir, 'assets'))
    const injected = await readFile(join(outDir, 'assets', name ?? ''), 'utf8')
    const lines = injected.split('\n')
    const line = lines.findIndex((text) => text.includes('.price.amount'))
    const eventId = 'c'.repeat(32)
    await sendError(eventId, {
      debugId: /debugId=([\da-f-]{36})/.exec(injected)?.[1] ?? '',
      line: line + 1,
      column: (lines[line] ?? '').indexOf('.price.amount') + 2,
    })
    expect(await readFrame(eventId)).toMatchObject({
      function: 'priceOf',
      filename: 'cart.js',
      lineNo: 2,
      mapping: { isMapped: true, by: 'debug id' },
    })
  })

  it('have a page that counts mapped frames and names reasons, and are counted in usage', async () => {
    const headers = { cookie: await sessionOf(desk), accept: 'text/html' }
    const html = await (await fetch(`${desk.url}/projects/shop/source-maps`, { headers })).text()
    const text = html
      .replace(/<!--.*?-->/g, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
    expect(text).toContain('80 % 4 of 5 frames, in 5 events')
    expect(text).toContain('npx sentry-cli sourcemaps upload --project shop dist 1 frame')
    expect(text).toMatch(/last .* by crumbtrail-vite/)
    const use = JSON.parse(await desk.cli('usage', '--json'))
    expect(JSON.stringify(use)).toContain('"source_maps"')
  })

  it('are all that the token is good for', async () => {
    const answer = await fetch(`${desk.url}/api/0/projects/`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { detail: expect.stringMatching(/^Cannot answer: the token needs the scope "project:read"/) },
    ])
  })
})
