import type { DatabaseSync } from 'node:sqlite'
import { requireKnownVersion } from '#server/store/engine/schema-version.ts'
import { initial } from './0001-initial.ts'
import { spans } from './0002-spans.ts'
import { items } from './0003-items.ts'
import { spanParts } from './0004-span-parts.ts'
import { lifeCycle } from './0005-life-cycle.ts'
import { releasesPeopleTags } from './0006-releases-people-tags.ts'
import { search } from './0007-search.ts'
import { retention } from './0008-retention.ts'
import { performance } from './0009-performance.ts'
import { traces } from './0010-traces.ts'
import { logs } from './0011-logs.ts'
import { savedViews } from './0012-saved-views.ts'
import { people } from './0013-people.ts'
import { issueMoves } from './0014-issue-moves.ts'
import { storedCounts } from './0015-stored-counts.ts'
import { revocation } from './0016-revocation.ts'
import { digestSides } from './0017-digest-sides.ts'
import { senders } from './0018-senders.ts'
import { undo } from './0019-undo.ts'
import { releaseIssues } from './0020-release-issues.ts'
import { undoneMerges } from './0021-undone-merges.ts'
import { segmentFacts } from './0022-segment-facts.ts'
import { issueScopes } from './0023-issue-scopes.ts'
import { sourceMaps } from './0024-source-maps.ts'
import { dailyUsers } from './0025-daily-users.ts'
import { waitingStacks } from './0026-waiting-stacks.ts'
import { mergeSuggestions } from './0027-merge-suggestions.ts'
import { hostedMaps } from './0028-hosted-maps.ts'
import { scriptNames } from './0029-script-names.ts'
import { uploadChunks } from './0030-upload-chunks.ts'
import { members } from './0031-members.ts'
import { owners } from './0032-owners.ts'
import { alerts } from './0034-alerts.ts'
import { notifications } from './0035-notifications.ts'
import { trackers } from './0036-trackers.ts'
import { acknowledging } from './0037-acknowledging.ts'
import { uptime } from './0038-uptime.ts'
import { toldMonitors } from './0039-told-monitors.ts'
import { incidents } from './0040-incidents.ts'
import { occurrences } from './0041-occurrences.ts'
import { releaseCommits } from './0042-release-commits.ts'
import { conditions } from './0043-conditions.ts'
import { acknowledgedIncidents } from './0044-acknowledged-incidents.ts'
import { ruleSubjects } from './0045-rule-subjects.ts'
import { attachmentSha1 } from './0046-attachment-sha1.ts'
import { pushBrowsers } from './0047-push-browsers.ts'
import { occurrenceCare } from './0048-occurrence-care.ts'
import { acknowledgedOccurrences } from './0049-acknowledged-occurrences.ts'
import { sessionAnrs } from './0050-session-anrs.ts'

/** Migrations run in this order; what was released is never changed, only followed by another. */
const MIGRATIONS: readonly string[] = [
  initial,
  spans,
  items,
  spanParts,
  lifeCycle,
  releasesPeopleTags,
  search,
  retention,
  performance,
  traces,
  logs,
  savedViews,
  people,
  issueMoves,
  storedCounts,
  revocation,
  digestSides,
  senders,
  undo,
  releaseIssues,
  undoneMerges,
  segmentFacts,
  issueScopes,
  sourceMaps,
  dailyUsers,
  waitingStacks,
  mergeSuggestions,
  hostedMaps,
  scriptNames,
  uploadChunks,
  members,
  owners,
  alerts,
  notifications,
  trackers,
  acknowledging,
  uptime,
  toldMonitors,
  incidents,
  occurrences,
  releaseCommits,
  conditions,
  acknowledgedIncidents,
  ruleSubjects,
  attachmentSha1,
  pushBrowsers,
  occurrenceCare,
  acknowledgedOccurrences,
  sessionAnrs,
]

/** The schema that this program works with. */
export const SCHEMA_VERSION = MIGRATIONS.length

/**
 * Brings the tables up to date, each step in a transaction of its own. The number of steps taken is SQLite's
 * `user_version`, which lives in the file's header and so changes with the step or not at all.
 */
export function migrate(connection: DatabaseSync, migrations: readonly string[] = MIGRATIONS): void {
  for (;;) {
    connection.exec('begin immediate') // another process may be migrating: read the version under the lock
    try {
      const version = readVersion(connection)
      requireKnownVersion(version, migrations.length)
      const next = migrations[version]
      if (next !== undefined) {
        connection.exec(next)
        connection.exec(`pragma user_version = ${version + 1}`)
      }
      connection.exec('commit')
      if (next === undefined) return
    } catch (error) {
      if (connection.isTransaction) connection.exec('rollback')
      throw error
    }
  }
}

export function readVersion(connection: DatabaseSync): number {
  return Number(connection.prepare('pragma user_version').get()?.user_version)
}
