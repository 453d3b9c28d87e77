import { accountsTables } from './accounts.ts'
import { blobTables } from './blobs.ts'
import { eventsTables } from './events.ts'
import { issueCountsTables } from './issue-counts.ts'
import { issuesTables } from './issues.ts'
import { jobsTable } from './jobs.ts'
import { journalTables } from './journal.ts'
import { memoryTables } from './memory.ts'
import { newsTable } from './news.ts'
import { projectsTables } from './projects.ts'
import { recordsTables } from './records.ts'
import { releasesTables } from './releases.ts'
import { sourceMapsTables } from './source-maps.ts'
import { storageChanges } from './storage-changes.ts'

/**
 * The tables, with the columns, keys and indexes that SQLite's migrations come to: a test compares them. Foreign keys are
 * only those that delete or clear something. The others would lock a row of the project or the issue for each event, and
 * all writers would wait for the same ones. Triggers append what they count (storage-changes.ts).
 */
export const baseline = [
  accountsTables,
  projectsTables,
  eventsTables,
  issuesTables,
  issueCountsTables,
  recordsTables,
  releasesTables,
  sourceMapsTables,
  blobTables,
  storageChanges,
  jobsTable,
  journalTables,
  newsTable,
  memoryTables,
].join('\n')
