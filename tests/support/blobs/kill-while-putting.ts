import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Place } from './connect-to-place.ts'

const SCRIPT = fileURLToPath(new URL('put-process.ts', import.meta.url))

/** Kills a process so long after it has begun to put a blob; true if it had said that the blob is there. */
export async function killWhilePutting(place: Place, size: number, afterMs: number): Promise<boolean> {
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify({ place, size })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (said === '') setTimeout(() => child.kill('SIGKILL'), afterMs)
    said += text
  })
  await exited
  if (!said.startsWith('begin')) throw new Error('Cannot kill the process: it ended before it began')
  return said.includes('done')
}
