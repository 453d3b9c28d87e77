import type { DatabaseSync } from 'node:sqlite'
import { queryOf } from '#server/store/rows/query.ts'
import { run, type Steps } from '#server/store/rows/steps.ts'
import { forgetPages } from '#server/store/sqlite/pragmas.ts'
import { createSqliteRows } from '#server/store/sqlite/rows/run-steps.ts'
import type { PreparedBatch } from './batch/prepare.ts'
import type { BatchStore } from './batch/store.ts'

const COUNT_PROBE = queryOf({})(`
  insert into setting (key, value) values ('writer.probe', '1')
  on conflict (key) do update set value = cast(cast(setting.value as integer) + 1 as text)`)

/** Writes one row. */
export function* noteProbe(): Steps {
  yield* run(COUNT_PROBE, [{}])
}

/**
 * Does what the next event will need: goes through all tables that an event is written to, and then writes one row
 * durably. Gives why it could not.
 */
export function probeWrite(
  connection: DatabaseSync,
  { rehearse }: Pick<BatchStore, 'rehearse'>,
  rehearsal: PreparedBatch | undefined,
): string | undefined {
  try {
    if (rehearsal) rehearse(rehearsal)
    createSqliteRows(connection)(noteProbe())
    return undefined
  } catch (error) {
    forgetPages(connection) // damaged pages are kept at hand too: the next look is at the disk
    return String(error)
  }
}
