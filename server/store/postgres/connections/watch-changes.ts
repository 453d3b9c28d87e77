import type { ClientBase } from 'pg'

/** https://www.postgresql.org/docs/18/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-COMMANDCOMPLETE */
const CHANGING: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

interface Completed {
  command: string
  rowCount: number | null
}

/**
 * Watches whether statements of a connection change any row. The transaction's number does not tell, since locking a row
 * takes one as well. The client stays the same object, because what was prepared is remembered by it.
 */
export function watchChanges(client: ClientBase): { any(): boolean; stop(): void } {
  let hasChanged = false
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<Completed> // as all that we send is awaited
  const watching = async (...given: unknown[]) => {
    const answer = await query(...given)
    if (CHANGING.has(answer.command) && (answer.rowCount ?? 0) > 0) hasChanged = true
    return answer
  }
  Object.assign(client, { query: watching })
  return {
    any: () => hasChanged,
    stop: () => void Reflect.deleteProperty(client, 'query'),
  }
}
