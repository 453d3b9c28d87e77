import type { Refusal } from '#server/models/refusal.ts'
import type { ProjectContents } from '#server/models/settings/project-settings.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { orStillCounting, StillCounting } from '#server/store/engine/still-counting.ts'
import type { Store } from '#server/store/engine/store.ts'
import { markProjectDeleted } from '#server/store/projects/delete-project.ts'
import { OWN_PROJECT_ID } from '#server/store/projects/own-project.ts'
import { findProjectId } from '#server/store/projects/projects.ts'
import type { Change } from './change-setting.ts'

export interface ProjectRemoval {
  /** Counts what goes with a project, beside what is stored of it (`desk.usage.listStorage`). */
  countContents(slug: string): Promise<ProjectContents>
  /**
   * Deletes a project with all that belongs to it. `typedName` is its name, as somebody typed it to confirm. Nothing is
   * accepted from now on; the rest goes in the background, and the project is listed until it has gone.
   */
  remove(slug: string, typedName: string): Promise<Refusal | undefined>
}

export function createProjectRemoval(store: Store, change: () => Change): ProjectRemoval {
  const { db } = store
  return {
    async countContents(slug) {
      const project = await findProjectId(db, slug)
      const count = async (table: 'issue' | 'project_release' | 'monitor') => {
        const { count } = await db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('project_id', '=', project?.id ?? 0)
          .executeTakeFirstOrThrow()
        return Number(count)
      }
      const [issues, releases, monitors] = await Promise.all([
        count('issue'),
        count('project_release'),
        count('monitor'),
      ])
      return { issues, releases, monitors }
    },
    async remove(slug, typedName) {
      const project = await findProjectId(db, slug)
      if (project === undefined) return { refusal: 'Cannot delete the project: it no longer exists' }
      if (project.id === OWN_PROJECT_ID) {
        return { refusal: 'Cannot delete the project: Crumbtrail reports its own errors to it' }
      }
      if (typedName.trim() !== project.name) {
        return {
          refusal: `Cannot delete the project: type its name, "${project.name}", to confirm`,
          field: 'name',
        }
      }
      const { by, now } = change()
      const marking = store.writeAlone([project.id], async (trx) => {
        await markProjectDeleted(trx, project.id, now)
        const details = { name: project.name }
        await recordAudit(trx, { ...by, at: now, action: 'project.remove', target: slug, details })
      })
      const marked = await orStillCounting(marking)
      return marked instanceof StillCounting
        ? { refusal: `Cannot delete the project: ${marked.message}` }
        : undefined
    },
  }
}
