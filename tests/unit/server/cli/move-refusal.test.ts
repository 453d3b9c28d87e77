import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { refusalOf } from '#server/cli/move/refusal.ts'

function sqliteError(run: (connection: DatabaseSync) => void): unknown {
  const connection = new DatabaseSync(':memory:')
  try {
    run(connection)
  } catch (error) {
    return error
  } finally {
    connection.close()
  }
}

const full = sqliteError((connection) => {
  connection.exec('pragma max_page_count = 2; create table t (data blob)')
  connection.exec('insert into t values (zeroblob(100000))')
})

/** As `pg` gives an error of the server. */
function serverError(code: string, message: string, detail?: string): Error {
  return Object.assign(new Error(message), { code, severity: 'ERROR', ...(detail && { detail }) })
}

const CONTINUES = 'make room and run the command again, it continues where it stopped'

it.each([
  ['a full disk here', full, `the disk is full; ${CONTINUES}`],
  [
    'a full disk for files',
    Object.assign(new Error('write'), { code: 'ENOSPC' }),
    `the disk is full; ${CONTINUES}`,
  ],
  [
    'a full disk there',
    serverError('53100', 'could not extend file'),
    `the disk of the database is full; ${CONTINUES}`,
  ],
  [
    'a lock',
    serverError('55P03', 'canceling statement'),
    'another session holds a lock that it needs, such as a desk, a backup or an open psql; end that and run the command again',
  ],
  [
    'a row that breaks a rule',
    serverError('23505', 'duplicate key', 'Key (version)=(a) already exists.'),
    'the other database does not take a row: duplicate key Key (version)=(a) already exists.',
  ],
  [
    'a server that ends',
    serverError('57P01', 'terminating connection'),
    'terminating connection; check the address, and that the server lets this machine in',
  ],
  [
    'another error of the server',
    serverError('40P01', 'deadlock detected'),
    'deadlock detected; run the command again, it continues where it stopped',
  ],
])('%s is a sentence that says what to do', (_name, error, message) => {
  expect(refusalOf(error, 'to there')).toBe(`Cannot move to there: ${message}`)
})

it('says a refusal as it is, and throws what is a bug', () => {
  expect(refusalOf(new Error('Cannot move: it is not empty'), 'to there')).toBe(
    'Cannot move: it is not empty',
  )
  expect(() => refusalOf(new TypeError('x is not a function'), 'to there')).toThrow('x is not a function')
})
