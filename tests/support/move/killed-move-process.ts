import { DatabaseSync, StatementSync } from 'node:sqlite'
import pg from 'pg'
import { runCli } from '#server/cli/run-cli.ts'
import { parseConfig } from '#server/config/config.ts'

/**
 * Runs the command `move`, and kills itself after the so manieth statement that has these words, counted from when the command
 * says a line. PostgreSQL has been sent the statement then and has not answered; SQLite has run it.
 * `killed-move-process.ts DATA_DIR LINE WORDS NUMBER [arguments of move]`
 */
const [dataDir = '', line = '', words = '', number = '', ...rest] = process.argv.slice(2)
let isCounting = false
let statements = 0

function watch(prototype: object, name: string, textOf: (called: object, first: unknown) => unknown): void {
  const call: unknown = Reflect.get(prototype, name)
  if (typeof call !== 'function') throw new Error(`Cannot count calls: there is no ${name}`)
  Reflect.set(prototype, name, function watched(this: object, ...values: unknown[]) {
    const result: unknown = Reflect.apply(call, this, values)
    if (isCounting && String(textOf(this, values[0])).includes(words)) statements++
    if (statements === Number(number)) process.kill(process.pid, 'SIGKILL')
    return result
  })
}

watch(pg.Client.prototype, 'query', (_, query) =>
  typeof query === 'object' && query !== null ? Reflect.get(query, 'text') : query,
)
watch(DatabaseSync.prototype, 'exec', (_, text) => text)
for (const name of ['run', 'get', 'all', 'iterate']) {
  watch(StatementSync.prototype, name, (statement) => Reflect.get(statement, 'sourceSQL'))
}

process.exitCode = await runCli(['move', ...rest], {
  config: parseConfig({ DATA_DIR: dataDir }, { release: '1' }),
  err(said) {
    console.error(said)
    if (said === line) isCounting = true
  },
})
