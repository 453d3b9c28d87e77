import type {
  AskedRule,
  GroupingPreview,
  ProjectNames,
  ScrubbingPreview,
  SettingChange,
  ShownSetting,
} from '#server/models/project-settings.ts'
import type { Refusal } from '#server/models/refusal.ts'
import type { ProjectSettings } from '#server/protocol/project-settings.ts'
import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import type { Store } from '#server/store/engine/store.ts'
import { listOwnEnvironmentNames } from '#server/store/projects/environments.ts'
import { sumOutcomes } from '#server/store/projects/outcome-hours.ts'
import { getProjectSettings } from '#server/store/projects/project-settings.ts'
import { findProjectId } from '#server/store/projects/projects.ts'
import { type ChangeOptions, changeSetting } from './change-setting.ts'
import { previewGrouping } from './preview-grouping.ts'
import { previewScrubbing } from './preview-scrubbing.ts'
import { createProjectKeys, type KeyOptions, type ProjectKeys } from './project-keys.ts'
import { createProjectRemoval, type ProjectRemoval } from './remove-project.ts'
import { changeNames, readNames } from './rename.ts'
import { versionOf } from './setting-version.ts'

/** The settings of one project, which pages and commands change alike. `slug` is the project's address. */
export interface DeskProjectSettings extends ProjectRemoval {
  keys: ProjectKeys
  /** Reads one setting with its version; undefined where there is no such project. */
  read<Name extends keyof ProjectSettings>(
    slug: string,
    name: Name,
  ): Promise<ShownSetting<ProjectSettings[Name]> | undefined>
  /** Changes one setting; what came of it says whether it was stored. */
  change<Name extends keyof ProjectSettings>(
    slug: string,
    name: Name,
    options: ChangeOptions<Name>,
  ): Promise<SettingChange<ProjectSettings[Name]>>
  readNames(slug: string): Promise<ShownSetting<ProjectNames> | undefined>
  /** Changes name, address and platform. What refers to the project by its number, such as a DSN, goes on working. */
  changeNames(
    slug: string,
    options: { edit: (current: ProjectNames) => ProjectNames; version: string },
  ): Promise<SettingChange<ProjectNames>>
  /** Lists the environments that the project has issues of, by name; hidden ones too, at most a hundred. */
  listEnvironments(slug: string): Promise<string[]>
  /** Counts what was left out of the project in the last seven days, by the reason of its outcome. */
  countFiltered(slug: string): Promise<Record<string, number>>
  /** Says what these settings would scrub of the last event; undefined where there is none. */
  previewScrubbing(slug: string, settings: object): Promise<ScrubbingPreview | Refusal | undefined>
  /** Says which issues' new events a rule would bring together. `position` counts from 1; undefined for the last. */
  previewGrouping(
    slug: string,
    asked: { rule: AskedRule; position: string | undefined },
  ): Promise<GroupingPreview | Refusal>
}

const COUNTED_DAYS = 7

export function createProjectSettings(store: Store, options: KeyOptions): DeskProjectSettings {
  const { db } = store
  const { clock, by } = options
  const change = () => ({ by, now: clock() })
  return {
    ...createProjectRemoval(store, change),
    keys: createProjectKeys(store, options),
    async read(slug, name) {
      const project = await findProjectId(db, slug)
      if (project === undefined) return undefined
      const value = (await getProjectSettings(db, project.id))[name]
      return { value, version: versionOf(value) }
    },
    change: (slug, name, asked) => changeSetting(store, slug, name, asked, change()),
    readNames: (slug) => readNames(db, slug),
    changeNames: (slug, asked) => changeNames(store, slug, asked, change()),
    async listEnvironments(slug) {
      const project = await findProjectId(db, slug)
      return project === undefined ? [] : listOwnEnvironmentNames(db, project.id)
    },
    async countFiltered(slug) {
      const project = await findProjectId(db, slug)
      if (project === undefined) return {}
      const now = clock()
      const sums = await sumOutcomes(db, {
        projectIds: [project.id],
        fromHour: Math.floor((now - COUNTED_DAYS * DAY_MS) / HOUR_MS),
        beforeHour: Math.floor(now / HOUR_MS) + 1,
      })
      const counts: Record<string, number> = {}
      for (const { outcome, reason, quantity } of sums) {
        if (outcome === 'filtered') counts[reason] = (counts[reason] ?? 0) + quantity
      }
      return counts
    },
    previewScrubbing: (slug, settings) => previewScrubbing(store, slug, settings),
    previewGrouping: (slug, asked) => previewGrouping(store, slug, asked),
  }
}
