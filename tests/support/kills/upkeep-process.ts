import { startIssueUpkeep } from '#server/desk/issues/maintenance.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'

/**
 * The upkeep of issues alone, in a process of its own that ends as by a power cut after so many queries. Arguments: the
 * database's file, and the number of queries.
 */
const [file = '', mostQueries = ''] = process.argv.slice(2)
let queries = 0
const store = await openSqliteStore({
  file,
  onQuery() {
    queries++
    if (queries === Number(mostQueries)) process.kill(process.pid, 'SIGKILL')
  },
})
const upkeep = startIssueUpkeep({ store, clock: Date.now })
while (await upkeep.runOnce());
await store.close()
