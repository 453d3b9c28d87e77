import type { ListedMute } from '#server/models/alerts/rules.ts'
import type { Refusal } from '#server/models/refusal.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import * as stored from '#server/store/alerts/mutes.ts'
import type { AlertsContext } from './context.ts'
import type { AlertMutes } from './desk-alerts.ts'

const LONGEST_REASON = 200
/** A month: whoever wants it for longer turns rules off. */
const MOST_MINUTES = 31 * 24 * 60
const EVERY_PROJECT = 'all projects'

export function createAlertMutes({ whole, clock, by, listProjects }: AlertsContext): AlertMutes {
  async function list(): Promise<ListedMute[]> {
    const [mutes, projects] = await Promise.all([stored.listMutes(whole.db, clock()), listProjects()])
    const byId = new Map(projects.map(({ id, slug, name }) => [id, { slug, name }]))
    return mutes.flatMap(({ projectId, ...mute }) => {
      const project = projectId === null ? null : byId.get(projectId)
      return project === undefined ? [] : [{ ...mute, project }]
    })
  }

  return {
    list,
    async add({ project: slug, minutes: typed, reason: given }) {
      const minutes = Number(typed.trim() || Number.NaN)
      if (!Number.isInteger(minutes) || minutes < 1 || minutes > MOST_MINUTES)
        return refuse(
          `give 1 to ${MOST_MINUTES.toLocaleString('en-US')} minutes, as a whole number`,
          'minutes',
        )
      const reason = given.trim()
      if (reason.length > LONGEST_REASON)
        return refuse(`its reason must have at most ${LONGEST_REASON} characters`, 'reason')
      const project = (await listProjects()).find((one) => one.slug === slug)
      if (slug !== '' && project === undefined) return refuse(`there is no project "${slug}"`, 'project')
      const now = clock()
      const mute = { projectId: project?.id ?? null, reason, createdBy: by.actor, createdAt: now }
      const until = now + minutes * MINUTE_MS
      const id = await whole.write(async (trx) => {
        const target = project?.slug ?? EVERY_PROJECT
        await recordAudit(trx, {
          ...by,
          at: now,
          action: 'alert.mute.add',
          target,
          details: { minutes: String(minutes), reason },
        })
        return stored.insertMute(trx, { ...mute, until })
      })
      const { createdBy, createdAt } = mute
      return {
        id,
        reason,
        createdBy,
        createdAt,
        until,
        project: project ? { slug: project.slug, name: project.name } : null,
      }
    },
    async end(id) {
      const mute = (await list()).find((one) => one.id === id)
      if (mute === undefined) return { refusal: 'Cannot end it: it has ended already' }
      const now = clock()
      await whole.write(async (trx) => {
        await stored.endMute(trx, id, now)
        const target = mute.project?.slug ?? EVERY_PROJECT
        await recordAudit(trx, { ...by, at: now, action: 'alert.mute.end', target, details: {} })
      })
      return { until: now }
    },
  }
}

function refuse(message: string, field: string): Refusal {
  return { refusal: `Cannot stop alerts: ${message}`, field }
}
