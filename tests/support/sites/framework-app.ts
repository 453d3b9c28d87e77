import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { eventually } from '#tests/support/desk/api-client.ts'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { installOnDemand } from '#tests/support/run/bench-packages.ts'
import { endWithTests } from '#tests/support/run/end-with-tests.ts'
import { freePort } from '#tests/support/run/free-port.ts'
import type { Framework, UploadLines } from './frameworks.ts'
import type { ShownSnippet } from './snippet-app.ts'

export interface RunningApp {
  url: string
  /** What its server printed. */
  output(): string
  stop(): Promise<void>
}

/** What the pages of a project show for a framework. */
export interface ShownLines {
  setUp: readonly ShownSnippet[]
  /** The lines for the upload of source maps. */
  upload: string
}

/** Installs an application, puts what the pages show into it, and builds it. Gives its folder. */
export async function buildApp(
  framework: Framework,
  { setUp, upload }: ShownLines,
  token: string,
): Promise<string> {
  const folder = await installOnDemand(`frameworks/${framework.name}`)
  await cp(join(repositoryRoot, 'tests', 'fixtures', 'frameworks', 'cart.js'), join(folder, 'cart.js'))
  const files = Object.fromEntries(setUp.map(({ name, code }) => [name.replace(/, .*/, ''), code]))
  for (const [name, code] of Object.entries({ ...files, ...framework.configure(parseUpload(upload)) })) {
    if (!/\.\w+$/.test(name)) continue // a command
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), code)
  }
  const [command = '', ...args] = framework.build.split(' ')
  await promisify(execFile)(command, args, {
    cwd: folder,
    env: { ...environment(folder), SENTRY_AUTH_TOKEN: token },
  })
  return folder
}

export async function startApp({ start, env }: Framework, folder: string): Promise<RunningApp> {
  const port = await freePort()
  const [command = '', ...args] = start.split(' ')
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...environment(folder), PORT: String(port), HOST: '127.0.0.1', ...env },
  })
  endWithTests(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const url = `http://127.0.0.1:${port}`
  await eventually(`an answer of ${start}: ${output}`, () => fetch(url).catch(() => undefined), 60_000)
  return {
    url,
    output: () => output,
    async stop() {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}

/** Splits what is pasted at two places: imports go first. */
function parseUpload(code: string): UploadLines {
  const isImport = (line: string) => line.startsWith('import ')
  const lines = code.split('\n')
  return {
    imports: lines.filter(isImport).join('\n'),
    rest: lines.filter((line) => !isImport(line)).join('\n'),
  }
}

/** Nothing of the tests' own environment, and nothing is told to the makers. */
function environment(folder: string): Record<string, string> {
  const bins = [join(folder, 'node_modules', '.bin'), dirname(process.execPath), process.env.PATH ?? '']
  return {
    ...{ PATH: bins.join(delimiter), HOME: folder },
    ...{ NEXT_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' },
  }
}
