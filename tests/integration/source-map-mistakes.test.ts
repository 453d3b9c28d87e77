import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { minify } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DeskProcess, removeData, repositoryRoot, startDesk } from '#tests/support/desk/desk-process.ts'

const SOURCE = 'export function pay(line) {\n  return line.price.amount\n}\nwindow.pay = pay\n'
/** The address below which the folder of a build is served. */
const ORIGIN = 'https://shop.example'

/** A build in a folder of its own, with what its event says. */
interface Build {
  folder: string
  project: string
  cli(...args: string[]): Promise<void>
  read(name: string): Promise<string>
}

interface Sent {
  /** Below the origin; `/app.js` if absent. */
  path?: string
  /** The script that ran: its debug id is sent, if it has one. */
  script: string
  release?: string
  dist?: string
  sdk?: string
}

/** Each mistake is made with the real `sentry-cli` and a real minifier. */
const MISTAKES: [reason: string, what: string, make: (build: Build) => Promise<Sent>][] = [
  [
    'nothing_uploaded',
    'nothing is uploaded, and no id injected',
    async ({ read }) => ({ script: await read('app.js') }),
  ],
  [
    'map_not_uploaded',
    'ids are injected, but the build is not uploaded',
    async ({ cli, read }) => {
      await cli('inject')
      return { script: await read('app.js') }
    },
  ],
  [
    'other_build',
    'the next build is deployed, and the upload is of the one before',
    async ({ cli, read, folder }) => {
      await cli('inject')
      await cli('upload')
      await writeBuild(folder, `${SOURCE}window.project = 'the next build'\n`)
      await cli('inject')
      return { script: await read('app.js') }
    },
  ],
  [
    'id_not_in_script',
    'a later minifier removes the id',
    async ({ cli, read }) => {
      await cli('inject')
      await cli('upload')
      const script = (await read('app.js'))
        .replace(/^.*_sentryDebugIds.*$/m, '')
        .replace(/\/\/# debugId=.*/, '')
      return { script, sdk: '11.10.0' }
    },
  ],
  [
    'sdk_too_old',
    'the SDK is of a time before debug ids',
    async ({ cli, read }) => {
      const script = await read('app.js')
      await cli('inject')
      await cli('upload')
      return { script, sdk: '7.40.0' }
    },
  ],
  [
    'no_debug_id',
    'another file was uploaded for a release, and the event has none',
    async ({ cli, read, folder }) => {
      const script = await read('app.js')
      await rename(folder, 'other.js')
      await cli('upload', '--release', 'shop@1')
      return { script }
    },
  ],
  [
    'other_release',
    'the SDK has another release than the upload',
    async ({ cli, read }) => {
      await cli('upload', '--release', 'shop@1')
      return { script: await read('app.js'), release: 'shop@2' }
    },
  ],
  [
    'wrong_dist',
    'the SDK has another dist than the upload',
    async ({ cli, read }) => {
      await cli('upload', '--release', 'shop@1', '--dist', '7')
      return { script: await read('app.js'), release: 'shop@1', dist: '8' }
    },
  ],
  [
    'url_differs',
    'the prefix of the addresses is missing, and two files have the name',
    async ({ cli, read, folder }) => {
      await mkdir(join(folder, 'admin'))
      await writeBuild(join(folder, 'admin'), `${SOURCE}window.isAdmin = true\n`)
      await cli('upload', '--release', 'shop@1')
      return { script: await read('app.js'), release: 'shop@1', path: '/static/app.js' }
    },
  ],
  [
    'map_missing',
    'the map is deleted before the upload',
    async ({ cli, read, folder }) => {
      const script = await read('app.js')
      await rm(join(folder, 'app.js.map'))
      await cli('upload', '--release', 'shop@1')
      return { script, release: 'shop@1' }
    },
  ],
  [
    'map_without_mappings',
    'the bundler writes an empty map',
    async ({ cli, read, folder }) => {
      await writeFile(join(folder, 'app.js.map'), '{"version":3,"sources":[],"names":[],"mappings":""}')
      await cli('upload', '--release', 'shop@1')
      return { script: await read('app.js'), release: 'shop@1' }
    },
  ],
  [
    'position_out_of_range',
    'a banner is put before the script after the upload',
    async ({ cli, read }) => {
      await cli('inject')
      await cli('upload')
      return { script: `/* banner */\n\n\n\n\n\n\n\n${await read('app.js')}` }
    },
  ],
]

describe('a mistake with source maps', () => {
  let desk: DeskProcess
  let token: string
  let home: string

  beforeAll(async () => {
    desk = await startDesk({ env: { TELEMETRY_ADAPTER: 'none' } })
    token = JSON.parse(await desk.cli('token', 'add', 'ci', '--scope', 'releases', '--json')).token
    home = await mkdtemp(join(tmpdir(), 'crumbtrail-mistakes-'))
  })
  afterAll(async () => {
    await desk.stop()
    await removeData(desk)
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

  async function addProject(name: string): Promise<string> {
    return JSON.parse(await desk.cli('project', 'add', name, '--json')).dsn
  }

  async function explain(dsn: string, eventId: string, sent: Sent) {
    await send(dsn, eventId, sent)
    const { frames } = JSON.parse(await desk.cli('sourcemaps', 'explain', eventId, '--json'))
    return frames[0]
  }

  it.concurrent.each(MISTAKES.map(([reason, what, make], index) => ({ reason, what, make, index })))(
    'is told as $reason if $what',
    async ({ reason, make, index }) => {
      const project = `shop-${index}`
      const dsn = await addProject(project)
      const sent = await make(await newBuild(project))
      const told = await explain(dsn, String(index).padStart(32, 'a'), sent)
      expect(told.verdict).toBe(reason)
      expect(told.remedy).not.toBe('')
    },
  )

  it('is told as uploaded_to_other_project if --project names another', async () => {
    const dsn = await addProject('right')
    await addProject('wrong')
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

async function writeBuild(folder: string, source: string): Promise<void> {
  const { code, map } = await minify('src/cart.js', source, { sourcemap: true, module: true })
  await writeFile(join(folder, 'app.js'), `${code}\n//# sourceMappingURL=app.js.map`)
  await writeFile(join(folder, 'app.js.map'), JSON.stringify({ ...map, sourcesContent: [source] }))
}

async function rename(folder: string, name: string): Promise<void> {
  for (const end of ['', '.map']) {
    const text = await readFile(join(folder, `app.js${end}`), 'utf8')
    await writeFile(join(folder, name + end), text.replaceAll('app.js', name))
    await rm(join(folder, `app.js${end}`))
  }
}

/** Sends the error that the script would have thrown. */
async function send(
  dsn: string,
  eventId: string,
  { path = '/app.js', script, release, dist, sdk = '11.10.0' }: Sent,
): Promise<void> {
  const { origin, username, pathname } = new URL(dsn)
  const lines = script.split('\n')
  const line = lines.findIndex((text) => text.includes('.price.amount'))
  const colno = (lines[line] ?? '').indexOf('.price.amount') + 2
  const file = ORIGIN + path
  const debugId = /_sentryDebugIds\[\w+\]="([\da-f-]{36})"/.exec(script)?.[1]
  const frames = [{ function: 't', abs_path: file, filename: path, lineno: line + 1, colno, in_app: true }]
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
