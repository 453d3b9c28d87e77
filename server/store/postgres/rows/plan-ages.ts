import type { ClientBase } from 'pg'

/** From this number of runs on, plans are forgotten at equal distances: milliseconds of planning in seconds of work. */
const MOST_RUNS_BETWEEN = 1_024

/**
 * Says when a connection's plans are to be forgotten. The server plans a statement for what a table holds when it is first
 * used, and any index will do for an empty one. It plans anew when it has analyzed the table, a minute later at the
 * earliest; meanwhile each key would be looked for among all rows of its project. So plans are forgotten whenever a
 * connection's runs have doubled.
 */
export function createPlanAges(): (client: ClientBase) => boolean {
  const runsOf = new WeakMap<ClientBase, number>()
  return (client) => {
    const runs = (runsOf.get(client) ?? 0) + 1
    runsOf.set(client, runs)
    return runs % MOST_RUNS_BETWEEN === 0 || (runs & (runs - 1)) === 0
  }
}
