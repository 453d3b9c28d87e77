import type { Engine } from '#tests/support/postgres/each-engine.ts'
import { anError, aRule, openAlerts } from './alerts-bench.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000

/**
 * Lets a new issue begin at each of these times, oldest first, and counts the messages that are sent, and what they are about. Gives what
 * the preview of the same rule says of that afterwards.
 */
export async function replayNew(
  engine: Engine,
  times: readonly number[],
): Promise<{ sent: number; told: number; preview: unknown }> {
  const bench = await openAlerts(engine, { started: (times[0] ?? 0) - SECOND_MS })
  for (const { id } of await bench.desk.alerts.rules.list()) await bench.desk.alerts.rules.delete(id)
  await bench.addChannel('Chat')
  const rule = aRule({ happening: 'new', project: 'shop' })
  await bench.desk.alerts.rules.create(rule)
  const waiting = [...times]
  let number = 0
  let lookAt = Number.POSITIVE_INFINITY
  const end = (times.at(-1) ?? 0) + HOUR_MS
  while (bench.now() < end) {
    const next = Math.min(waiting[0] ?? end, lookAt, await findDue(bench.store))
    bench.skip(Math.max(0, next - bench.now()))
    if (waiting[0] === next) {
      waiting.shift()
      await bench.send(anError(++number))
      lookAt = Math.min(lookAt, next + SECOND_MS) // the desk looks each second
    } else {
      await bench.pass(0)
      lookAt = Number.POSITIVE_INFINITY
    }
  }
  const told = bench.received.reduce((sum, { subjects, more }) => sum + subjects.length + more, 0)
  return { sent: bench.received.length, told, preview: await bench.desk.alerts.rules.preview(rule) }
}

/** When the next message that collects is due. */
async function findDue({ db }: Awaited<ReturnType<typeof openAlerts>>['store']): Promise<number> {
  const row = await db
    .selectFrom('alert_message')
    .select('due_at')
    .where('state', '=', 'collecting')
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ?? Number.POSITIVE_INFINITY
}
