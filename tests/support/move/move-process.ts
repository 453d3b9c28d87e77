import { DatabaseSync, StatementSync } from 'node:sqlite'
import pg from 'pg'
import { moveSmallParts } from './move-small-parts.ts'

/**
 * Moves a desk, and kills itself before a call to one of the databases, counted from 1. If there are fewer calls, it prints
 * how many there were.
 */
const [direction, dataDir, url, killAt] = process.argv.slice(2)
if ((direction !== 'to' && direction !== 'from') || dataDir === undefined || url === undefined) {
  throw new Error('Cannot move: say the direction, the data directory and the address')
}

let calls = 0

countCallsOf(pg.Client.prototype, 'query')
countCallsOf(DatabaseSync.prototype, 'exec')
countCallsOf(StatementSync.prototype, 'run')

function countCallsOf(prototype: object, name: string): void {
  const call: unknown = Reflect.get(prototype, name)
  if (typeof call !== 'function') throw new Error(`Cannot count calls: there is no ${name}`)
  Reflect.set(prototype, name, function counted(this: unknown, ...values: unknown[]) {
    if (++calls === Number(killAt)) process.kill(process.pid, 'SIGKILL')
    return Reflect.apply(call, this, values)
  })
}

await moveSmallParts({ direction, dataDir, url })
console.log(calls)
