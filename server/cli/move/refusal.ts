import { isFileFailure } from '#server/store/engine/storage-failure.ts'

/** https://www.postgresql.org/docs/18/errcodes-appendix.html */
const SAYINGS = new Map<string, string>([
  [
    '42501',
    'the role has no right to create tables there; make it the owner of the database, or grant it "create on schema public"',
  ],
  [
    '53100',
    'the disk of the database is full; make room and run the command again, it continues where it stopped',
  ],
  [
    '55P03',
    'another session holds a lock that it needs, such as a desk, a backup or an open psql; end that and run the command again',
  ],
])

/** CONNECTION_EXCEPTION, INVALID_AUTHORIZATION_SPECIFICATION, INVALID_CATALOG_NAME, CANNOT_CONNECT_NOW, TOO_MANY_CONNECTIONS */
const UNREACHABLE = /^(?:08|28|3D|57P|53300)/
const SQLITE_FULL = 13

/** Returns what operators are told of a failed move, which can be run again. Throws errors that are bugs. */
export function refusalOf(error: unknown, place: string): string {
  if (!(error instanceof Error)) throw error
  if (error.message.startsWith('Cannot ')) return error.message
  const refuse = (message: string) => `Cannot move ${place}: ${message}`
  const code = 'code' in error ? String(error.code) : ''
  const saying = SAYINGS.get(code)
  if (saying !== undefined) return refuse(saying)
  if (isFull(error, code)) {
    return refuse('the disk is full; make room and run the command again, it continues where it stopped')
  }
  if (code.startsWith('23')) {
    const detail = 'detail' in error ? String(error.detail) : ''
    return refuse(`the other database does not take a row: ${error.message} ${detail}`.trim())
  }
  if (isUnreachable(error, code)) {
    return refuse(`${error.message}; check the address, and that the server lets this machine in`)
  }
  if ('severity' in error || 'errcode' in error || isFileFailure(error)) {
    return refuse(`${error.message}; run the command again, it continues where it stopped`)
  }
  throw error
}

function isFull(error: Error, code: string): boolean {
  return code === 'ENOSPC' || ('errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_FULL)
}

/** Network errors name a system call. Errors of `pg` itself for a lost connection or a time-out are known by their message. */
function isUnreachable(error: Error, code: string): boolean {
  if ('severity' in error) return UNREACHABLE.test(code)
  return /^E[A-Z]+$/.test(code) && 'syscall' in error
    ? !('path' in error && code === 'EACCES')
    : /connect|terminated|timeout/i.test(error.message)
}
