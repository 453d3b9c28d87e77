import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { findBundled } from '#tests/support/bundle/bundled-script.ts'
import { compileCache } from '#tests/support/desk/desk-process.ts'
import { endWithTests } from '#tests/support/run/end-with-tests.ts'

export interface ChildServer {
  url: string
  publicKey: string
  /** All of the line that it printed. */
  printed: Record<string, string>
  process: ChildProcess
  /** Ends it at once, as a power cut would; resolves when it is gone. */
  kill(): Promise<void>
  /** Asks it to end. */
  stop(): Promise<void>
}

/** Starts a script of `tests/support` that prints `{url, publicKey}` when it listens. */
export async function startChildServer(script: string, args: string[] = []): Promise<ChildServer> {
  const bundled = findBundled(`tests/support/servers/${script}`)
  const path = bundled?.script ?? new URL(script, import.meta.url).pathname
  const child = spawn(process.execPath, [path, ...args], {
    env: { ...process.env, ...compileCache, ...bundled?.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endWithTests(child)
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`Cannot start ${script}: it ended with ${code}`)))
  })
  const printed = JSON.parse(line) as Record<string, string> // the script's own line
  const { url = '', publicKey = '' } = printed
  return { url, publicKey, printed, process: child, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}
