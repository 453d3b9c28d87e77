import type { Transaction } from 'kysely'
import type { Actor } from '#server/models/accounts/actor.ts'
import type { AuditAction } from '#server/models/accounts/audit.ts'
import type { Refusal } from '#server/models/refusal.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import type { Store } from '#server/store/engine/store.ts'
import { OWN_PROJECT_ID } from '#server/store/projects/own-project.ts'
import type { ProjectRow } from '#server/store/projects/projects.ts'
import type { Database } from '#server/store/schema/schema.ts'
import * as stored from '#server/store/uptime/checks.ts'
import { endIncident } from '#server/store/uptime/incidents.ts'
import type { Probe } from '#server/uptime/probe/probe.ts'
import { readCheck } from './check-form.ts'
import type { DeskUptime } from './desk-uptime.ts'
import { listChecksOf, listResultsOf, readDetail } from './read-checks.ts'

export interface UptimeContext {
  /** What the viewer sees. */
  store: Store
  /** How many checks there are is of no project. */
  whole: Store
  clock: () => number
  by: Actor
  viewer: { id: number } | undefined
  listProjects: () => Promise<ProjectRow[]>
  /** Gives 0 to 1. */
  random: () => number
  /** Without it nothing can be asked. */
  probe: Probe | undefined
}

/** Each of them may be asked every minute, ten at once. */
const MOST_CHECKS = 100
const DELETED_AT_ONCE = 500
const GONE = 'it no longer exists'

export function createDeskUptime(context: UptimeContext): DeskUptime {
  const { store, whole, clock, by, viewer, listProjects, random, probe } = context
  const record = (trx: Transaction<Database>, action: AuditAction, target: string) =>
    recordAudit(trx, { ...by, at: clock(), action, target, details: {} })

  const findRow = async (id: number) =>
    Number.isSafeInteger(id) ? stored.findCheck(store.db, id) : undefined

  return {
    async list({ project, isWithoutOwn = false }) {
      const exceptProjectId = isWithoutOwn ? OWN_PROJECT_ID : undefined
      return listChecksOf(store.db, { projectSlug: project, exceptProjectId }, clock())
    },
    async find(id) {
      const row = await findRow(id)
      return row && readDetail(store.db, row, clock())
    },
    listResults: (id, page) => listResultsOf(store.db, id, page),
    async create(given) {
      const check = readCheck(given, [])
      if ('refusal' in check) return check
      const project = (await listProjects()).find(({ slug }) => slug === given.project)
      if (project === undefined)
        return { refusal: 'Cannot save the check: choose its project', field: 'project' }
      if ((await stored.countChecks(whole.db)) >= MOST_CHECKS) {
        return { refusal: `Cannot save the check: a desk has at most ${MOST_CHECKS}` }
      }
      const phaseMs = Math.floor(random() * check.everyMinutes * MINUTE_MS)
      const facts = { now: clock(), phaseMs, accountId: viewer?.id ?? null }
      return store.write(async (trx) => {
        const id = await stored.insertCheck(trx, { ...check, projectId: project.id }, facts)
        await record(trx, 'uptime.check.add', check.name)
        return { id, name: check.name, projectSlug: project.slug }
      })
    },
    async change(id, given, version) {
      const saved = await findRow(id)
      if (saved === undefined) return refuse('change', GONE)
      const check = readCheck(given, saved.target.headers)
      if ('refusal' in check) return check
      return store.write(async (trx) => {
        const now = clock()
        if (!(await stored.updateCheck(trx, id, check, { version, now }))) {
          return refuse('change', 'it was changed in the meantime. Look at it again')
        }
        await endIncident(trx, id, { now, by: 'changed' })
        await record(trx, 'uptime.check.change', check.name)
        return { name: check.name }
      })
    },
    async pause(id, isPaused) {
      const check = await findRow(id)
      if (check === undefined) return refuse(isPaused ? 'pause' : 'resume', GONE)
      return store.write(async (trx) => {
        const now = clock()
        await stored.pauseCheck(trx, id, { isPaused, now })
        await endIncident(trx, id, { now, by: 'paused' })
        await record(trx, isPaused ? 'uptime.check.pause' : 'uptime.check.resume', check.name)
        return { name: check.name }
      })
    },
    async delete(id) {
      const check = await findRow(id)
      if (check === undefined) return refuse('delete', GONE)
      while (await store.write((trx) => stored.deleteCheckSlice(trx, id, DELETED_AT_ONCE)));
      await whole.write((trx) => record(trx, 'uptime.check.remove', check.name))
      return { name: check.name }
    },
    async checkNow(id) {
      const check = await findRow(id)
      if (check === undefined) return refuse('ask', GONE)
      if (probe === undefined) return refuse('ask', 'this desk asks nothing')
      return probe(check.target)
    },
  }
}

function refuse(verb: string, why: string): Refusal {
  return { refusal: `Cannot ${verb} the check: ${why}` }
}
