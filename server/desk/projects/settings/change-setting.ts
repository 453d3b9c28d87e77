import * as v from 'valibot'
import type { Actor } from '#server/models/accounts/actor.ts'
import type { SettingChange } from '#server/models/settings/project-settings.ts'
import { type ProjectSettings, projectSettingSchemas } from '#server/protocol/project-settings.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import type { Store } from '#server/store/engine/store.ts'
import { getProjectSettings, putProjectSetting } from '#server/store/projects/project-settings.ts'
import { findProjectId } from '#server/store/projects/projects.ts'
import { changedSince, versionOf } from './setting-version.ts'

type Key = keyof ProjectSettings

export interface ChangeOptions<Name extends Key> {
  /** Gives the new setting, which is checked, or what is wrong. */
  edit: (current: ProjectSettings[Name]) => object | string
  /** The version that a form was filled with. Without it, any other change is overwritten. */
  version?: string | undefined
}

/** They change with the others, and the entry says when. */
const TIMES: ReadonlySet<string> = new Set(['createdAt', 'updatedAt'])

/** Who changes something, and when. */
export interface Change {
  by: Actor
  now: number
}

/**
 * Changes one setting of a project, for pages and commands alike. Only members that the setting has are stored, and nothing is
 * stored where one of them is wrong, or was changed since the version.
 */
export function changeSetting<Name extends Key>(
  store: Store,
  slug: string,
  name: Name,
  { edit, version }: ChangeOptions<Name>,
  { by, now }: Change,
): Promise<SettingChange<ProjectSettings[Name]>> {
  return store.write(async (trx) => {
    const project = await findProjectId(trx, slug)
    if (project === undefined) return { kind: 'no project' }
    const before = (await getProjectSettings(trx, project.id))[name]
    const meanwhile = version === undefined ? [] : changedSince(version, before)
    if (meanwhile.length > 0) return { kind: 'changed meanwhile', members: meanwhile, now: before }
    const asked = edit(before)
    if (typeof asked === 'string') return { kind: 'wrong', path: undefined, message: asked }
    const read = v.safeParse(projectSettingSchemas[name], asked)
    if (!read.success) {
      const [issue] = read.issues
      return { kind: 'wrong', path: v.getDotPath(issue) ?? undefined, message: issue.message }
    }
    const after = read.output as ProjectSettings[Name] // The output has the type of that name's schema.
    const members = changedSince(versionOf(before), after)
    if (members.length > 0) {
      await putProjectSetting(trx, project.id, name, after)
      const action = name === 'retention' ? 'project.retention' : 'project.setting'
      const details = { setting: name, changed: members.filter((member) => !TIMES.has(member)) }
      await recordAudit(trx, { ...by, at: now, action, target: slug, details })
    }
    return { kind: 'done', before, after, members }
  })
}
