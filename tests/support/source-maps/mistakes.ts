import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build, minify, type Plugin } from 'vite'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'

export const SOURCE = 'export function pay(line) {\n  return line.price.amount\n}\nwindow.pay = pay\n'
/** The address below which the folder of a build is served. */
export const ORIGIN = 'https://shop.example'

/** A build in a folder of its own, with what its event says. */
export interface Build {
  folder: string
  project: string
  cli(...args: string[]): Promise<void>
  read(name: string): Promise<string>
}

export interface Sent {
  /** Below the origin; `/app.js` if absent. */
  path?: string
  /** The script that ran: its debug id is sent, if it has one. */
  script: string
  release?: string
  dist?: string
  sdk?: string
  /** The stack as an old browser writes it, which the SDK's own parser reads. */
  stack?: string
}

/** Each mistake is made with the real `sentry-cli`, a real minifier, bundler or compiler, and commands as deploys run them. */
export const MISTAKES: [reason: string, what: string, make: (build: Build) => Promise<Sent>][] = [
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
    'the scripts are copied to the server before the ids are injected',
    async ({ cli, read }) => {
      const script = await read('app.js')
      await cli('inject')
      await cli('upload')
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
    'a plugin of the bundler changes the script and returns no mappings',
    async ({ cli, read, folder }) => {
      await bundle(folder, { name: 'banner', renderChunk: (code) => ({ code, map: { mappings: '' } }) })
      await cli('upload', '--release', 'shop@1')
      return { script: await read('app.js'), release: 'shop@1' }
    },
  ],
  [
    'position_out_of_range',
    'the licence is put before the script after the upload',
    async ({ cli, read, folder }) => {
      await cli('inject')
      await cli('upload')
      const deploy = `{ echo '/*'; cat '${join(repositoryRoot, 'LICENSE')}'; echo '*/'; cat app.js; } > licensed.js`
      await promisify(execFile)('sh', ['-c', deploy], { cwd: folder })
      return { script: await read('licensed.js') }
    },
  ],
  [
    'no_source_text',
    'tsc writes maps without the sources, and the upload runs where these are not',
    async ({ cli, read, folder }) => {
      const sources = join(folder, 'src')
      await mkdir(sources)
      await writeFile(join(sources, 'app.ts'), SOURCE)
      const tsc = join(repositoryRoot, 'node_modules', '.bin', 'tsc')
      const options = ['--noCheck', '--sourceMap', '--module', 'esnext', '--outDir', folder]
      await promisify(execFile)(tsc, [join(sources, 'app.ts'), ...options], { cwd: folder })
      await rm(sources, { recursive: true })
      await cli('inject')
      await cli('upload')
      return { script: await read('app.js') }
    },
  ],
  [
    'no_column',
    'Firefox is older than 30 and writes stacks without columns',
    async ({ cli, read }) => {
      await cli('inject')
      await cli('upload')
      return { script: await read('app.js'), stack: `TypeError: no amount\nt@${ORIGIN}/app.js:1` }
    },
  ],
  [
    'unusable_map',
    'the disk has no room for the whole map',
    async ({ cli, read, folder }) => {
      await writeBuild(folder, `${SOURCE}// ${'A comment that only the map contains. '.repeat(40)}\n`)
      const script = await read('app.js')
      const deploy = 'mv app.js.map whole; ulimit -f 1; cat whole > app.js.map; rm whole'
      await promisify(execFile)('sh', ['-c', deploy], { cwd: folder })
      await cli('upload', '--release', 'shop@1')
      return { script, release: 'shop@1' }
    },
  ],
]

export async function writeBuild(folder: string, source: string): Promise<void> {
  const { code, map } = await minify('src/cart.js', source, { sourcemap: true, module: true })
  await writeFile(join(folder, 'app.js'), `${code}\n//# sourceMappingURL=app.js.map`)
  await writeFile(join(folder, 'app.js.map'), JSON.stringify({ ...map, sourcesContent: [source] }))
}

/** Vite's build of the same source with a plugin. */
async function bundle(folder: string, plugin: Plugin): Promise<void> {
  const input = join(folder, 'cart.js')
  await writeFile(input, SOURCE)
  await build({
    ...{ root: folder, configFile: false, logLevel: 'silent', plugins: [plugin] },
    build: {
      ...{ outDir: folder, emptyOutDir: false, sourcemap: true },
      rolldownOptions: { input, output: { entryFileNames: 'app.js' } },
    },
  })
}

async function rename(folder: string, name: string): Promise<void> {
  for (const end of ['', '.map']) {
    const text = await readFile(join(folder, `app.js${end}`), 'utf8')
    await writeFile(join(folder, name + end), text.replaceAll('app.js', name))
    await rm(join(folder, `app.js${end}`))
  }
}
