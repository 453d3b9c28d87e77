import { randomBytes } from 'node:crypto'
import { issuePath } from '#renderer/paths.ts'
import { systemRandom } from '#server/accounts/secrets.ts'
import { newMessageKey } from '#server/alerts/message-key.ts'
import type { Delivering } from '#server/alerts/sending/deliver.ts'
import { type Actor, NOBODY, toActor } from '#server/models/accounts/actor.ts'
import { mayActAs, type Role } from '#server/models/accounts/roles.ts'
import type { IssueChange } from '#server/models/issue-changes.ts'
import type { DeskInstance } from '#server/models/settings/instance.ts'
import type { SourceMapSpace } from '#server/protocol/limits.ts'
import type { BlobReader } from '#server/store/blobs/blobs.ts'
import type { Store } from '#server/store/engine/store.ts'
import { listProjectRows, type ProjectRow, randomProjectKey } from '#server/store/projects/projects.ts'
import { scopeStore, type VisibleProjects } from '#server/store/scope/scope-store.ts'
import type { Probe } from '#server/uptime/probe/probe.ts'
import { createDeskAccounts } from './accounts.ts'
import { createDeskAcknowledging } from './acknowledging/acknowledging.ts'
import { createDeskAlerts } from './alerts/alerts.ts'
import { createDeskAudit } from './audit.ts'
import type { Desk } from './desk.ts'
import { createDeskEditor } from './editor.ts'
import { createDeskEvents } from './events/desk-events.ts'
import { createDeskIssues } from './issues/desk-issues.ts'
import { createDeskSavedViews } from './issues/saved-views.ts'
import { limitDesk } from './limit-desk.ts'
import { createDeskMembers } from './members/members.ts'
import { createDeskTeams } from './members/teams.ts'
import { createDeskMetrics } from './metrics/metrics.ts'
import { createDeskNotifications } from './notifications/notifications.ts'
import { createDeskOwnership } from './ownership/ownership.ts'
import { createDeskPerformance } from './performance/performance.ts'
import { createDeskProjects } from './projects/desk-projects.ts'
import { rememberEnvironments } from './projects/environments.ts'
import type { SendEnvelope } from './projects/first-run.ts'
import { createDeskUsage } from './projects/usage.ts'
import { createDeskFeedback } from './records/feedback.ts'
import { createLogOffers } from './records/log-offers.ts'
import { createDeskLogs } from './records/logs.ts'
import { createDeskMonitors } from './records/monitors.ts'
import { createDeskReleases } from './releases/desk-releases.ts'
import { createDeskSearch } from './search.ts'
import { createDeskSourceMaps } from './sourcemaps/source-maps.ts'
import { createDeskTokens } from './tokens.ts'
import { createTraceOffers } from './traces/trace-offers.ts'
import { createDeskTraces } from './traces/traces.ts'
import { createDeskTrackers } from './trackers/trackers.ts'
import { createDeskUptime } from './uptime/checks.ts'
import { createDeskStatusPages } from './uptime/status-pages.ts'
import { createDeskUsers } from './users/users.ts'

export interface DeskOptions {
  /** The whole store; whatever the desk reads and writes is limited to what its viewer sees. */
  store: Store
  /** The projects that the viewer may see. All others do not exist for them. */
  sees: VisibleProjects
  viewer: { id: number; email: string; role: Role } | undefined
  /** Whom the audit log names: the viewer, from an unknown address, unless it is given. */
  by?: Actor | undefined
  /** The address of DSNs, where SDKs reach us. */
  publicUrl: string
  /** Where attachments' bytes are; without it attachments are only listed. */
  blobs?: BlobReader | undefined
  clock?: () => number
  /** A number from 0 to 1, less than 1: where in its interval a new uptime check is asked. */
  random?: () => number
  newKey?: () => string
  /** Lists the projects' rows, which every page asks for. */
  listProjects?: (seen: Store) => Promise<ProjectRow[]>
  listEnvironments?: (seen: Store) => Promise<readonly string[]>
  /** How long events of projects are kept that have no setting of their own; without it they are kept at any age. */
  retentionDays?: number | undefined
  sourceMapSpace?: SourceMapSpace | undefined
  /** What administrators see of the desk itself; only a running one has it. */
  instance?: DeskInstance | undefined
  /** Without it nothing is sent to channels, also no test. */
  delivering?: Delivering | undefined
  /** Without it no uptime check can be tried. */
  probe?: Probe | undefined
  /** Without it no test event can be sent. */
  send?: SendEnvelope | undefined
  /** It is called after a change of the viewer to issues is stored. */
  onIssueChange?: ((change: IssueChange) => void) | undefined
}

/** Opens the store for one viewer. */
export function createDesk(options: DeskOptions): Desk {
  const { viewer, publicUrl, clock = Date.now, newKey = () => randomProjectKey(randomBytes) } = options
  const store = scopeStore(options.store, options.sees)
  const { blobs, retentionDays, send, onIssueChange } = options
  const { by = viewer ? toActor(viewer, null) : NOBODY } = options
  const { listProjects: listRows = ({ db }) => listProjectRows(db) } = options
  const { listEnvironments: listNames = rememberEnvironments(clock) } = options
  const listProjects = () => listRows(store)
  const listEnvironments = () => listNames(store)
  const whole = options.store
  const shared = { by, whole, publicUrl, clock, newKey, listProjects, listEnvironments }
  const isAdmin = viewer === undefined || mayActAs(viewer.role, 'admin')
  const setting = { ...shared, isAdmin, retentionDays, send }
  const logs = createDeskLogs(store)
  const traces = createDeskTraces(store, { listProjects })
  const events = createDeskEvents(store, { blobs, clock })
  const issues = createDeskIssues(store, { viewer, by, clock, onIssueChange })
  const mail = options.delivering?.tools.mail
  const watching = { random: options.random ?? Math.random, probe: options.probe }
  const uptime = { store, whole, clock, by, viewer, listProjects, ...watching }
  const desk: Desk = {
    acknowledging: createDeskAcknowledging(store, { viewer, clock }),
    accounts: createDeskAccounts(
      { ...{ store, clock, publicUrl, by }, random: systemRandom, role: viewer?.role ?? 'viewer' },
      mail && { send: mail, publicUrl, newKey: () => newMessageKey(systemRandom) },
    ),
    alerts: createDeskAlerts({
      ...{ store, whole, clock, by, viewer, listProjects, publicUrl },
      ...{ delivering: options.delivering, newKey: () => newMessageKey(systemRandom) },
    }),
    audit: createDeskAudit(store, viewer),
    editor: createDeskEditor(store, viewer),
    events,
    feedback: createDeskFeedback(store, send),
    instance: isAdmin ? options.instance : undefined,
    issues,
    logs: { ...logs, ...createLogOffers(logs.search) },
    members: createDeskMembers(whole, { clock, by }),
    metrics: createDeskMetrics(store),
    monitors: createDeskMonitors(store, clock),
    notifications: createDeskNotifications({
      ...{ store, whole, viewer, by, clock, publicUrl, hasMail: mail !== undefined },
      ...{ delivering: options.delivering, newKey: () => newMessageKey(systemRandom) },
    }),
    ownership: createDeskOwnership(store, { clock, by }),
    performance: createDeskPerformance(store, { listProjects }),
    projects: createDeskProjects(store, setting),
    releases: createDeskReleases(store, clock),
    savedViews: createDeskSavedViews({ store, viewer, by, clock }),
    search: createDeskSearch(store, () => ({ now: clock(), accountId: viewer?.id })),
    sourceMaps: createDeskSourceMaps(store, { whole, clock, by, publicUrl, space: options.sourceMapSpace }),
    teams: createDeskTeams(whole, { clock, by, seen: store }),
    tokens: createDeskTokens({ store, viewer, by, clock, publicUrl }),
    traces: { ...traces, ...createTraceOffers(traces.search) },
    trackers: createDeskTrackers({
      ...{ store, clock, by, viewer, listProjects, publicUrl },
      ...{ delivering: options.delivering, newKey: () => newMessageKey(systemRandom) },
      async readTold(issueId) {
        const issue = await issues.find(issueId)
        const event = issue && (await events.find(issue.id, 'recommended'))
        return issue && { issue, event, url: `${publicUrl}${issuePath(issue.id)}` }
      },
    }),
    statusPages: createDeskStatusPages(uptime),
    uptime: createDeskUptime(uptime),
    usage: createDeskUsage(store, clock),
    users: createDeskUsers(store),
  }
  return viewer === undefined ? desk : limitDesk(desk, viewer.role)
}
