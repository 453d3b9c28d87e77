import type { Query } from '#server/store/rows/query.ts'
import { run, type Steps } from '#server/store/rows/steps.ts'
import { tablesWith } from '#server/store/schema/tables.ts'

/**
 * Deletes the events that meet a condition, and what hangs on them, as schema/tables.ts says; attachments' files are swept
 * later. Their issues keep counting them. The condition's values have the events' `project_id`, and it finds the same events
 * from the first statement to the last one. Blocks may be empty afterwards (empty-blocks.ts).
 */
export function createEventDeletion<Values extends { project_id: number | null }>(
  statementOf: (sql: string) => Query<Values, never>,
  condition: string,
): (values: readonly Values[]) => Steps {
  const events = (column: string) => `(select ${column} from event where ${condition})`
  const statements = [
    ...tablesWith({ withEvent: 'by row' }).map(
      (table) => `delete from ${table} where event_row_id in ${events('id')}`,
    ),
    ...tablesWith({ withEvent: 'by id' }).map(
      (table) => `delete from ${table} where project_id = :project_id and event_id in ${events('event_id')}`,
    ),
    `delete from event where ${condition}`,
  ].map(statementOf)
  return function* deleteEvents(values) {
    for (const statement of statements) yield* run(statement, values)
  }
}
