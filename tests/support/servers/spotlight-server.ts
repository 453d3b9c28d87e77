import { createServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installOnDemand } from '#tests/support/run/bench-packages.ts'

/**
 * The rival as people start it, by its command, which keeps what it is sent in memory. Prints its address as one line
 * of JSON, as our own servers do.
 */
const folder = await installOnDemand('spotlight')
const print = console.log
console.log = () => {}
process.stderr.write = () => true // it says what it receives, which costs it more than receiving
process.env.https_proxy = 'http://127.0.0.1:9' // what it would tell its makers of this run stays here

const port = await freePort()
process.argv.splice(2, Infinity, 'server', '--port', String(port))
const run = join(folder, 'node_modules', '@spotlightjs', 'spotlight', 'dist', 'run.js')
await import(pathToFileURL(run).href)
const url = `http://127.0.0.1:${port}`
while (!(await fetch(url).catch(() => undefined))) await new Promise((resolve) => setTimeout(resolve, 50))
print(JSON.stringify({ url, publicKey: 'spotlight' }))
process.once('SIGTERM', () => process.exit(0))

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
