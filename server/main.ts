import { readFile } from 'node:fs/promises'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

/**
 * The entry of everything that runs, and the one file that reads the environment:
 * `main.ts` serves, `main.ts dev` serves the sources with hot reload, `main.ts build` builds the pages that a start would
 * build otherwise, and anything else is a CLI command.
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
const { holdFreePort } = await import('./config/free-port.ts')

outliveBrokenOutput()

try {
  if (command === 'build') {
    const { ensureBuild } = await import('./hosting/build.ts')
    await ensureBuild({ root, env: process.env, say: (line) => console.log(line) })
    process.exit()
  }
  const release = await releaseOf(root)
  const held = process.env.PORT === '0' ? await holdFreePort(process.env.HOST) : undefined
  if (held) process.env.PORT = String(held.port)
  const config = parseConfig(process.env, { release })
  if (isServing) {
    const { serve } = await import('./serve.ts')
    await serve({ root, config, mode, env: process.env, held })
    flushCompileCache()
  } else {
    held?.listener.close()
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
