import type { ClientBase } from 'pg'
import { encodeArray } from './encode-array.ts'
import type { Row } from './join-rows.ts'
import type { RowStatement } from './row-sql.ts'

/** What the server answers: rows as lists of values, in the order of `fields`. */
export interface Answer {
  rows: unknown[][]
  fields: readonly { name: string }[]
  rowCount: number | null
}

export type Sending = ReturnType<typeof createSending>

/** Sends statements one after the other, without waiting for the one before where the client allows that. */
export function createSending(client: ClientBase) {
  let last: Promise<unknown> = Promise.resolve()
  let failure: { error: unknown } | undefined

  function send({ name, text }: Pick<RowStatement, 'name' | 'text'>, values: unknown[]): Promise<Answer> {
    const query = () => client.query<unknown[], unknown[]>({ name, text, values, rowMode: 'array' })
    const answer = isPipeline(client) ? query() : last.then(query)
    last = answer.catch((error) => {
      failure ??= { error }
    })
    return answer
  }

  return {
    send,
    /** Sends a statement with an array for each of its columns, the first ones of which may be made already. */
    sendRows(statement: RowStatement, rows: readonly Row[], ...arrays: Buffer[]): Promise<Answer> {
      for (const { name, type } of statement.columns.slice(arrays.length)) {
        const values = rows.map((row) => row[name])
        arrays.push(encodeArray(type, values))
      }
      return send(statement, arrays)
    },
    /**
     * Waits for all answers, which come in the order of what was sent. Throws the first error: the server refuses whatever
     * comes after it in the transaction.
     */
    async settle(): Promise<void> {
      await last
      if (failure) throw failure.error
    },
  }
}

/** Whether a client pipelines. All clients of `pg` have this property, but its types omit it. */
function isPipeline(client: ClientBase): boolean {
  return 'pipeline' in client && client.pipeline === true
}
