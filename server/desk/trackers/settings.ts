import type { Transaction } from 'kysely'
import type { AuditAction } from '#server/models/accounts/audit.ts'
import type { Refusal } from '#server/models/refusal.ts'
import { type GivenTracker, type ListedTracker, TRACKER_KINDS } from '#server/models/trackers/trackers.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import type { Database } from '#server/store/schema/schema.ts'
import * as stored from '#server/store/trackers/trackers.ts'
import { TRACKERS } from '#server/trackers/kinds/adapters.ts'
import type { TrackerAdapter } from '#server/trackers/kinds/tracker-kind.ts'
import type { TrackersContext } from './context.ts'
import type { TrackerSettingsOfProject } from './desk-trackers.ts'

const GONE = 'it no longer exists'

export function createTrackerSettings(context: TrackersContext): TrackerSettingsOfProject {
  const { store, clock, by, viewer, listProjects, newKey, delivering } = context

  async function projectOf(slug: string) {
    return (await listProjects()).find((project) => project.slug === slug)
  }

  function record(trx: Transaction<Database>, action: AuditAction, name: string, project: string) {
    return recordAudit(trx, { ...by, at: clock(), action, target: name, details: { project } })
  }

  /** Runs `work` with a tracker of the project, or refuses. */
  async function withTracker<Result extends object>(
    verb: string,
    { slug, id }: { slug: string; id: number },
    work: (
      trx: Transaction<Database>,
      found: { tracker: stored.TrackerRow; adapter: TrackerAdapter; name: string },
    ) => Promise<Result | Refusal>,
  ): Promise<Result | Refusal> {
    const project = await projectOf(slug)
    return store.write(async (trx) => {
      const tracker = Number.isSafeInteger(id) ? await stored.findTracker(trx, id) : undefined
      if (tracker === undefined || tracker.projectId !== project?.id)
        return { refusal: `Cannot ${verb} the tracker: ${GONE}` }
      const adapter = TRACKERS[tracker.kind]
      return work(trx, { tracker, adapter, name: adapter.nameOf(tracker.settings) })
    })
  }

  return {
    listKinds: () =>
      TRACKER_KINDS.map((kind) => {
        const { label, fields, remote } = TRACKERS[kind]
        return { kind, label, fields, isTwoWay: remote !== undefined }
      }),
    async list(slug) {
      const project = await projectOf(slug)
      if (project === undefined) return []
      const [trackers, counts] = await Promise.all([
        stored.listTrackers(store.db, project.id),
        stored.countLinks(store.db, project.id),
      ])
      return trackers.map((tracker) => toListed(tracker, counts.get(tracker.id) ?? 0, context.publicUrl))
    },
    async add(slug, kind, given) {
      const project = await projectOf(slug)
      const known = TRACKER_KINDS.find((each) => each === kind)
      if (known === undefined) return { refusal: 'Cannot add the tracker: choose its kind', field: 'kind' }
      if (project === undefined) return { refusal: 'Cannot add the tracker: there is no such project' }
      const read = readTracker(given, TRACKERS[known], {})
      if ('refusal' in read) return read
      const hookSecret = read.settings.token ? newKey() : null
      return store.write(async (trx) => {
        const now = { now: clock(), accountId: viewer?.id || null } // a token has the id 0
        await stored.insertTracker(trx, { projectId: project.id, kind: known, ...read, hookSecret }, now)
        const name = TRACKERS[known].nameOf(read.settings)
        await record(trx, 'tracker.add', name, slug)
        return { name, hookSecret }
      })
    },
    change: (slug, id, { version, ...given }) =>
      withTracker('change', { slug, id }, async (trx, { tracker, adapter }) => {
        const read = readTracker(given, adapter, tracker.settings)
        if ('refusal' in read) return read
        const made = read.settings.token && tracker.hookSecret === null ? newKey() : null
        const saved = { ...read, hookSecret: made ?? tracker.hookSecret }
        if (!(await stored.updateTracker(trx, id, saved, Number(version))))
          return { refusal: 'Cannot change the tracker: it was changed in the meantime. Look at it again' }
        const name = adapter.nameOf(read.settings)
        await record(trx, 'tracker.change', name, slug)
        return { name, hookSecret: made }
      }),
    renewSecret: (slug, id) =>
      withTracker('change', { slug, id }, async (trx, { tracker, name }) => {
        if (tracker.hookSecret === null) return { refusal: 'Cannot make a secret: the tracker has no token' }
        const hookSecret = newKey()
        await stored.updateTracker(trx, id, { settings: tracker.settings, hookSecret }, tracker.version)
        await record(trx, 'tracker.secret', name, slug)
        return { name, hookSecret }
      }),
    remove: (slug, id) =>
      withTracker('remove', { slug, id }, async (trx, { name }) => {
        await stored.deleteTracker(trx, id)
        await record(trx, 'tracker.remove', name, slug)
        return { name }
      }),
    async test(slug, id) {
      const found = await withTracker('test', { slug, id }, async (_trx, { tracker, adapter }) => ({
        settings: tracker.settings,
        adapter,
      }))
      if ('refusal' in found) return found
      const { remote, label } = found.adapter
      if (remote === undefined || !found.settings.token)
        return { refusal: 'Cannot test the tracker: it has no token' }
      if (delivering === undefined) return { refusal: 'Cannot test the tracker: this desk sends nothing' }
      const answer = await remote.test(found.settings, delivering.tools)
      return answer.state === 'done'
        ? { name: answer.value }
        : { refusal: `Cannot use the tracker: ${answer.reason.replace(/\.$/, '') || label}` }
    },
  }
}

function readTracker(
  given: GivenTracker,
  adapter: TrackerAdapter,
  saved: Readonly<Record<string, string>>,
): { settings: Record<string, string> } | Refusal {
  const settings: Record<string, string> = {}
  for (const { name, isSecret } of adapter.fields) {
    const typed = (given[name] ?? '').trim()
    settings[name] = typed === '' && isSecret ? (saved[name] ?? '') : typed
  }
  const wrong = adapter.check(settings)
  return wrong ? { ...wrong, refusal: wrong.refusal.replace('the channel', 'the tracker') } : { settings }
}

function toListed(
  { id, kind, settings, version, hookSecret }: stored.TrackerRow,
  linked: number,
  publicUrl: string,
): ListedTracker {
  const { label, fields, nameOf } = TRACKERS[kind]
  const shown = fields.filter(({ isSecret }) => !isSecret)
  return {
    ...{ id, kind, fields, version, linked },
    kindLabel: label,
    name: nameOf(settings),
    values: Object.fromEntries(shown.map(({ name }) => [name, settings[name] ?? ''])),
    secretsSet: fields.flatMap(({ name, isSecret }) => (isSecret && settings[name] ? [name] : [])),
    isTwoWay: Boolean(settings.token),
    hookUrl: hookSecret === null ? null : `${publicUrl}/hooks/trackers/${id}`,
  }
}
