import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { defaultStackParser } from 'sentry-browser-11'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addProject } from '#tests/support/desk/add-project.ts'
import { eventually } from '#tests/support/desk/api-client.ts'
import { type DeskProcess, repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { sharedDesk } from '#tests/support/desk/shared-desk.ts'
import {
  type Build,
  MISTAKES,
  ORIGIN,
  type Sent,
  SOURCE,
  writeBuild,
} from '#tests/support/source-maps/mistakes.ts'

/** Throws twice, in a script that Node maps and in Node itself, and prints the ids of the events. */
const ON_SERVER = `
import * as Sentry from '@sentry/node'
import { readFileSync } from 'node:fs'
const [dsn, script] = process.argv.slice(1)
Sentry.init({ dsn })
globalThis.window = globalThis
await import(script)
for (const fail of [() => pay({}), () => readFileSync('/nowhere')]) {
  try { fail() } catch (error) { console.log(Sentry.captureException(error)) }
}
await Sentry.flush()
`

describe('a mistake with source maps', () => {
  let desk: DeskProcess
  let token: string
  let home: string

  beforeAll(async () => {
    desk = await sharedDesk()
    token = JSON.parse(await desk.cli('token', 'add', 'ci', '--scope', 'releases', '--json')).token
    home = await mkdtemp(join(tmpdir(), 'crumbtrail-mistakes-'))
  })
  afterAll(async () => {
    await rm(home, { recursive: true })
  })

  async function sentryCli(...args: string[]): Promise<void> {
    const { PATH = '' } = process.env
    const env = { PATH, SENTRY_AUTH_TOKEN: token, HOME: home }
    const path = join(repositoryRoot, 'node_modules', '.bin', 'sentry-cli')
    await promisify(execFile)(path, args, { env, cwd: home })
  }

  async function newBuild(project: string): Promise<Build> {
    const folder = join(home, project)
    await mkdir(folder)
    // The same content would have the same ids in each project.
    await writeBuild(folder, `${SOURCE}window.project = '${project}'\n`)
    return {
      folder,
      project,
      cli: (command, ...args) =>
        sentryCli(
          ...['sourcemaps', command ?? ''],
          ...(command === 'upload' ? ['--project', project, '--wait', ...args] : args),
          folder,
        ),
      read: (name) => readFile(join(folder, name), 'utf8'),
    }
  }

  async function explain(dsn: string, eventId: string, sent: Sent) {
    await send(dsn, eventId, sent)
    return explainInnermost(eventId)
  }

  async function explainInnermost(eventId: string) {
    const { frames } = JSON.parse(await desk.cli('sourcemaps', 'explain', eventId, '--json'))
    return frames[0]
  }

  it.concurrent.each(MISTAKES.map(([reason, what, make], index) => ({ reason, what, make, index })))(
    'is told as $reason if $what',
    async ({ reason, make, index }) => {
      const project = `shop-${index}`
      const { dsn } = await addProject(desk, project)
      const sent = await make(await newBuild(project))
      const told = await explain(dsn, String(index).padStart(32, 'a'), sent)
      expect(told.verdict).toBe(reason)
      expect(told.remedy).not.toBe('')
    },
  )

  it('is none if Node maps the stack, or if the failing function is its own', async () => {
    const { dsn } = await addProject(desk, 'server')
    const { folder } = await newBuild('server')
    await mkdir(join(folder, 'src'))
    await writeFile(join(folder, 'src', 'cart.js'), SOURCE)
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--enable-source-maps', '--input-type=module', '-e', ON_SERVER, dsn, join(folder, 'app.js')],
      { cwd: repositoryRoot },
    )
    const [mapped = '', native = ''] = stdout.trim().split('\n')
    const told = await eventually('both events', () => explainInnermost(native).catch(() => undefined))
    expect(told).toMatchObject({ verdict: 'not_javascript', remedy: '' })
    const { verdict, frame } = await explainInnermost(mapped)
    expect(verdict).toBe('already_mapped')
    expect(frame).toMatch(/src\/cart\.js:2:\d+$/)
  })

  it('is told as uploaded_to_other_project if --project names another', async () => {
    const { dsn } = await addProject(desk, 'right')
    await addProject(desk, 'wrong')
    const build = await newBuild('wrong')
    await build.cli('inject')
    await build.cli('upload')
    const told = await explain(dsn, 'b'.repeat(32), { script: await build.read('app.js') })
    expect(told).toMatchObject({
      verdict: 'uploaded_to_other_project',
      command: 'npx sentry-cli sourcemaps upload --project right dist',
    })
  })
})

/** Sends the error that the script would have thrown. */
async function send(
  dsn: string,
  eventId: string,
  { path = '/app.js', script, release, dist, sdk = '11.10.0', stack }: Sent,
): Promise<void> {
  const { origin, username, pathname } = new URL(dsn)
  const lines = script.split('\n')
  const line = lines.findIndex((text) => text.includes('.price.amount'))
  const colno = (lines[line] ?? '').indexOf('.price.amount') + 2
  const file = ORIGIN + path
  const debugId = /_sentryDebugIds\[\w+\]="([\da-f-]{36})"/.exec(script)?.[1]
  const thrown = [{ function: 't', abs_path: file, filename: path, lineno: line + 1, colno, in_app: true }]
  const frames = stack === undefined ? thrown : defaultStackParser(stack)
  const event = {
    ...{ event_id: eventId, platform: 'javascript', release, dist },
    sdk: { name: 'sentry.javascript.browser', version: sdk },
    exception: { values: [{ type: 'TypeError', value: 'no amount', stacktrace: { frames } }] },
    ...(debugId && { debug_meta: { images: [{ type: 'sourcemap', code_file: file, debug_id: debugId }] } }),
  }
  const answer = await fetch(`${origin}/api${pathname}/envelope/?sentry_key=${username}`, {
    method: 'POST',
    body: `${JSON.stringify({ event_id: eventId })}\n{"type":"event"}\n${JSON.stringify(event)}\n`,
  })
  expect(answer.status).toBe(200)
}
