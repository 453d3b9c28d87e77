import { readFile } from 'node:fs/promises'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'

/**
 * The entry of everything that runs, and the one file that reads the environment:
 * `main.ts` serves, `main.ts dev` serves the sources with hot reload, anything else is a CLI command.
 */
const root = join(import.meta.dirname, '..')
const [command, ...rest] = process.argv.slice(2)
const isServing = command === undefined || command === 'dev'
const mode = command === 'dev' ? 'development' : 'production'

// Before anything is imported that reads it: React and Vike choose their builds by it.
process.env.NODE_ENV = mode
// Stacks of the built pages then name the sources, so that what fails here can be read here.
process.setSourceMapsEnabled(true)
// What one start has compiled and stripped of types, the next one finds, in its worker threads as well: a second less, and
// 30 MB. Where nothing can be written, nothing is: https://nodejs.org/api/module.html#module-compile-cache
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'crumbtrail')
enableCompileCache(process.env.NODE_COMPILE_CACHE)

const { outliveBrokenOutput } = await import('./process/broken-output.ts')
const { ConfigError, parseConfig } = await import('./config/config.ts')

outliveBrokenOutput()

try {
  const release = await releaseOf(root)
  if (process.env.PORT === '0') process.env.PORT = String(await findFreePort(process.env.HOST))
  const config = parseConfig(process.env, { release })
  if (isServing) {
    const { serve } = await import('./serve.ts')
    await serve({ root, config, mode, env: process.env })
    flushCompileCache()
  } else {
    const { runCli } = await import('./cli/run-cli.ts')
    const { readServedAddress } = await import('./config/served-address.ts')
    const publicUrl = readServedAddress(config.dataDir) ?? config.publicUrl
    process.exitCode = await runCli([command, ...rest], { config: { ...config, publicUrl } })
  }
} catch (error) {
  if (!(error instanceof ConfigError) && !(error instanceof Error && error.message.startsWith('Cannot ')))
    throw error
  console.error(error.message)
  process.exit(1)
}

async function releaseOf(root: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string } // our own
  return `crumbtrail@${version}`
}

/** `PORT=0` means any: it is chosen here, since the public address, and with it every DSN, is made of it. */
function findFreePort(host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, host, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
