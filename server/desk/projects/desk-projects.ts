import type { Actor } from '#server/models/accounts/actor.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { ProjectRow } from '#server/store/projects/projects.ts'
import { scopeStore } from '#server/store/scope/scope-store.ts'
import { createProjectCounts, type ProjectCounts } from './counts.ts'
import type { ListEnvironments, ProjectEnvironments } from './environments.ts'
import { createProjectLookup, type ProjectLookup } from './find-projects.ts'
import { createFirstRun, type FirstRun, type SendEnvelope } from './first-run.ts'
import { createProjectRetention, type RetentionOfProjects } from './retention.ts'
import { createProjectSettings, type DeskProjectSettings } from './settings/project-settings.ts'

/** What is asked about whole projects, and what is done with them. */
export interface DeskProjects
  extends ProjectLookup,
    ProjectEnvironments,
    ProjectCounts,
    RetentionOfProjects,
    FirstRun {
  /** What is set for one project. */
  settings: DeskProjectSettings
}

export interface ProjectsOptions {
  /** The store with all projects, for what may not leave out those that the viewer does not see. */
  whole: Store
  /** Whom the audit log names. */
  by: Actor
  /** Only an administrator has the settings of projects. */
  isAdmin: boolean
  publicUrl: string
  clock: () => number
  newKey: () => string
  listProjects: () => Promise<ProjectRow[]>
  listEnvironments: ListEnvironments
  retentionDays: number | undefined
  send: SendEnvelope | undefined
}

/** No project has this number, so that whoever may not change settings finds none. */
const NO_PROJECT = [0]

export function createDeskProjects(store: Store, options: ProjectsOptions): DeskProjects {
  const { listEnvironments } = options
  const { list, listDsns, listPlatforms, readEnvironments, listIdsOfTeam, find, create } =
    createProjectLookup(store, options)
  const { countUsers, countUsersByDay, countEvents, listSessionCounts, listSessionUsers } =
    createProjectCounts(store, options.clock)
  const { listRetention } = createProjectRetention(store, options)
  const { findLatestEvent, sendTestEvent, removeDemo } = createFirstRun(store, options)
  return {
    find,
    findLatestEvent,
    list,
    listDsns,
    listPlatforms,
    readEnvironments,
    listIdsOfTeam,
    listEnvironments,
    listRetention,
    listSessionCounts,
    listSessionUsers,
    countEvents,
    countUsers,
    countUsersByDay,
    create,
    sendTestEvent,
    removeDemo,
    settings: createProjectSettings(options.isAdmin ? store : scopeStore(options.whole, NO_PROJECT), options),
  }
}
