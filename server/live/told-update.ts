import type { IssueChange } from '#server/models/issue-changes.ts'
import { OWN_PROJECT_ID } from '#server/store/projects/own-project.ts'
import type { VisibleProjects } from '#server/store/scope/scope-store.ts'
import type { Update } from './update-buffer.ts'

/** What a message names of a project. */
interface ToldProject {
  id: number
  slug: string
  openIssueCount: number
}

/** A message to pages. */
export interface ToldUpdate {
  projects: { slug: string; eventCount: number; logCount: number; openIssueCount: number }[]
  issues: { id: number; eventCount: number; isNew: boolean }[]
  changes: { kind: IssueChange['kind']; by: string | null; issueIds: number[] }[]
  /** There was more than the message names. */
  isPartial: boolean
  /** Of all projects that the viewer sees, but for the desk's own. */
  openIssueCount: number
}

/**
 * Says of an update what somebody may hear who sees these projects; undefined where it is nothing. Of a change in several
 * projects of which only some are visible it says that there was something, since its issues are not told apart.
 */
export function tellUpdate(
  update: Update,
  known: readonly ToldProject[],
  sees: VisibleProjects,
): ToldUpdate | undefined {
  const isVisible = (id: number) => sees === 'all' || sees.includes(id)
  const projects = nameProjects(
    update,
    known.filter(({ id }) => isVisible(id)),
  )
  const issues = update.issues
    .filter(({ projectId }) => isVisible(projectId))
    .map(({ id, eventCount, isNew }) => ({ id, eventCount, isNew }))
  const heard = update.changes.filter(({ projectIds }) => sees === 'all' || projectIds.some(isVisible))
  const whole = heard.filter(({ projectIds }) => projectIds.every(isVisible))
  const changes = joinChanges(whole)
  const isPartial = update.isPartial || heard.length > whole.length || [...update.partial].some(isVisible)
  const isSomething = projects.length > 0 || issues.length > 0 || changes.length > 0 || isPartial
  if (sees !== 'all' && !isSomething) return undefined
  const openIssueCount = known
    .filter(({ id }) => id !== OWN_PROJECT_ID && isVisible(id))
    .reduce((sum, project) => sum + project.openIssueCount, 0)
  return { projects, issues, changes, isPartial, openIssueCount }
}

function nameProjects(update: Update, visible: readonly ToldProject[]): ToldUpdate['projects'] {
  const counted = new Map(update.projects.map(({ id, ...counts }) => [id, counts]))
  return visible.flatMap(({ id, slug, openIssueCount }) => {
    const counts = counted.get(id)
    return counts === undefined ? [] : [{ slug, ...counts, openIssueCount }]
  })
}

/** One line for each kind and person. */
function joinChanges(changes: Update['changes']): ToldUpdate['changes'] {
  const lines = new Map<string, ToldUpdate['changes'][number]>()
  for (const { kind, by, issueIds } of changes) {
    const key = JSON.stringify([kind, by])
    const known = lines.get(key)?.issueIds ?? []
    lines.set(key, { kind, by, issueIds: [...new Set([...known, ...issueIds])] })
  }
  return [...lines.values()]
}
