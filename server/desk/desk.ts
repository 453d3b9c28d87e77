import type { DeskInstance } from '#server/models/settings/instance.ts'
import type { DeskAccounts } from './accounts.ts'
import type { DeskAcknowledging } from './acknowledging/acknowledging.ts'
import type { DeskAlerts } from './alerts/desk-alerts.ts'
import type { DeskAudit } from './audit.ts'
import type { DeskEditor } from './editor.ts'
import type { DeskEvents } from './events/desk-events.ts'
import type { DeskIssues } from './issues/desk-issues.ts'
import type { DeskSavedViews } from './issues/saved-views.ts'
import type { DeskMembers } from './members/members.ts'
import type { DeskTeams } from './members/teams.ts'
import type { DeskMetrics } from './metrics/metrics.ts'
import type { DeskNotifications } from './notifications/notifications.ts'
import type { DeskOwnership } from './ownership/ownership.ts'
import type { DeskPerformance } from './performance/performance.ts'
import type { DeskProjects } from './projects/desk-projects.ts'
import type { DeskUsage } from './projects/usage.ts'
import type { DeskFeedback } from './records/feedback.ts'
import type { LogOffers } from './records/log-offers.ts'
import type { DeskLogs } from './records/logs.ts'
import type { DeskMonitors } from './records/monitors.ts'
import type { DeskReleases } from './releases/desk-releases.ts'
import type { DeskSearch } from './search.ts'
import type { DeskSourceMaps } from './sourcemaps/source-maps.ts'
import type { DeskTokens } from './tokens.ts'
import type { TraceOffers } from './traces/trace-offers.ts'
import type { DeskTraces } from './traces/traces.ts'
import type { DeskTrackers } from './trackers/desk-trackers.ts'
import type { DeskUptime } from './uptime/desk-uptime.ts'
import type { DeskStatusPages } from './uptime/status-pages.ts'
import type { DeskUsers } from './users/users.ts'

/**
 * The store as one viewer may see it, by subject. Pages and the read API get a desk, never the store, so a query
 * that forgets the viewer cannot be written there.
 *
 * `find…` gives undefined when there is no such thing, and `list…` an empty list. A method that changes something
 * gives a refusal when it cannot.
 */
export interface Desk {
  /** Who takes care of an issue. */
  acknowledging: DeskAcknowledging
  accounts: DeskAccounts
  /** Who hears of what, and what became of each message. */
  alerts: DeskAlerts
  audit: DeskAudit
  /** The viewer's editor, in which frames of stack traces open. */
  editor: DeskEditor
  events: DeskEvents
  feedback: DeskFeedback
  /** This desk itself; undefined where none runs, as on the command line. */
  instance: DeskInstance | undefined
  issues: DeskIssues
  logs: DeskLogs & LogOffers
  members: DeskMembers
  metrics: DeskMetrics
  monitors: DeskMonitors
  /** Who owns what, for issues that are assigned by rules. */
  ownership: DeskOwnership
  /** What the viewer hears of by themselves. */
  notifications: DeskNotifications
  performance: DeskPerformance
  projects: DeskProjects
  releases: DeskReleases
  savedViews: DeskSavedViews
  /** What a search leads to in all subjects, and why it was refused; the lists of issues, logs and traces search themselves. */
  search: DeskSearch
  sourceMaps: DeskSourceMaps
  teams: DeskTeams
  tokens: DeskTokens
  traces: DeskTraces & TraceOffers
  /** Other trackers of projects, and their issues that ours are linked to. */
  trackers: DeskTrackers
  statusPages: DeskStatusPages
  uptime: DeskUptime
  /** What was taken in, left out and stored. */
  usage: DeskUsage
  users: DeskUsers
}
