import type { Refusal } from '#server/models/refusal.ts'
import type {
  GroupingPreview,
  ProjectNames,
  ScrubbingPreview,
  SettingChange,
  ShownSetting,
  TypedRule,
} from '#server/models/settings/project-settings.ts'
import type { ProjectSettings, RateLimitRule } from '#server/protocol/project-settings.ts'
import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import type { Store } from '#server/store/engine/store.ts'
import { listOwnEnvironmentNames } from '#server/store/projects/environments.ts'
import { sumOutcomes } from '#server/store/projects/outcome-hours.ts'
import { getProjectSettings } from '#server/store/projects/project-settings.ts'
import { findProjectId } from '#server/store/projects/projects.ts'
import { type ChangeOptions, changeSetting } from './change-setting.ts'
import { addRule, byField, readTypedRule, removeRule } from './grouping-rules.ts'
import { withRules } from './limit-rules.ts'
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
  /** Adds a limit, or replaces that of the same window, category and scope. */
  addLimit(
    slug: string,
    rule: RateLimitRule,
    version: string,
  ): Promise<SettingChange<ProjectSettings['rateLimits']>>
  /** Adds a grouping rule. The path of what is wrong is the rule's field, or `position`. */
  addRule(
    slug: string,
    typed: TypedRule,
    version: string,
  ): Promise<SettingChange<ProjectSettings['grouping']>>
  /** Removes the rule at a position, which counts from 1. */
  removeRule(
    slug: string,
    position: string,
    version: string,
  ): Promise<SettingChange<ProjectSettings['grouping']>>
  /** How long this desk keeps data of projects without a number of their own; null for ever. */
  defaultDays: number | null
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
  /** Says which issues' new events a rule would bring together. */
  previewGrouping(slug: string, typed: TypedRule): Promise<GroupingPreview | Refusal>
}

interface SettingsOptions extends KeyOptions {
  /** The store with all projects: their addresses are taken, also of those that the viewer does not see. */
  whole: Store
  retentionDays: number | undefined
}

const COUNTED_DAYS = 7

export function createProjectSettings(store: Store, options: SettingsOptions): DeskProjectSettings {
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
    addLimit: (slug, rule, version) =>
      changeSetting(
        store,
        slug,
        'rateLimits',
        { edit: ({ rules }) => ({ rules: withRules(rules, [rule]) }), version },
        change(),
      ),
    async addRule(slug, typed, version) {
      const rule = readTypedRule(typed)
      if ('message' in rule) return { kind: 'wrong', path: 'match', message: String(rule.message) }
      const edit = ({ rules }: ProjectSettings['grouping']) => {
        const edited = addRule(rules, rule, typed.position)
        return typeof edited === 'string' ? edited : { rules: edited }
      }
      return byField(await changeSetting(store, slug, 'grouping', { edit, version }, change()))
    },
    async removeRule(slug, position, version) {
      const edit = ({ rules }: ProjectSettings['grouping']) => {
        const edited = removeRule(rules, position)
        return typeof edited === 'string' ? edited : { rules: edited }
      }
      return byField(await changeSetting(store, slug, 'grouping', { edit, version }, change()))
    },
    defaultDays: options.retentionDays ?? null,
    readNames: (slug) => readNames(db, slug),
    changeNames: (slug, asked) => changeNames({ seen: store, whole: options.whole }, slug, asked, change()),
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
