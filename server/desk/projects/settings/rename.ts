import type { ProjectNames, SettingChange, ShownSetting } from '#server/models/settings/project-settings.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import type { Store } from '#server/store/engine/store.ts'
import { getProjectSettings, putProjectSetting } from '#server/store/projects/project-settings.ts'
import { findProjectId, slugify, wrongNameOf } from '#server/store/projects/projects.ts'
import { renameProject } from '#server/store/projects/rename-project.ts'
import type { Change } from './change-setting.ts'
import { changedSince, versionOf } from './setting-version.ts'

const LONGEST_SLUG = 80
const LONGEST_PLATFORM = 60

export async function readNames(
  db: Store['db'],
  slug: string,
): Promise<ShownSetting<ProjectNames> | undefined> {
  const project = await findProjectId(db, slug)
  if (project === undefined) return undefined
  const { platform = '' } = (await getProjectSettings(db, project.id)).setUp
  const value = { name: project.name, slug, platform }
  return { value, version: versionOf(value) }
}

/** Changes what names a project, like `changeSetting`: nothing is stored where any of it is wrong. */
export async function changeNames(
  { seen, whole }: { seen: Store; whole: Store },
  slug: string,
  { edit, version }: { edit: (current: ProjectNames) => ProjectNames; version: string },
  { by, now }: Change,
): Promise<SettingChange<ProjectNames>> {
  // Whoever does not see the project must not change it, and its new address must be free of any other.
  if ((await findProjectId(seen.db, slug)) === undefined) return { kind: 'no project' }
  return whole.write(async (trx) => {
    const project = await findProjectId(trx, slug)
    const before = project && (await readNames(trx, slug))?.value
    if (project === undefined || before === undefined) return { kind: 'no project' }
    const meanwhile = changedSince(version, before)
    if (meanwhile.length > 0) return { kind: 'changed meanwhile', members: meanwhile, now: before }
    const asked = edit(before)
    const after = { name: asked.name.trim(), slug: asked.slug.trim(), platform: asked.platform }
    const wrong = wrongOf(after)
    if (wrong !== undefined) return { kind: 'wrong', ...wrong }
    if (!(await renameProject(trx, project.id, after))) {
      return { kind: 'wrong', path: 'slug', message: `another project has the address "${after.slug}"` }
    }
    const { platform } = after
    if (platform !== before.platform) {
      await putProjectSetting(trx, project.id, 'setUp', platform === '' ? {} : { platform })
    }
    const members = changedSince(versionOf(before), after)
    if (members.length > 0) {
      const details = { from: before.slug, name: after.name, changed: members }
      await recordAudit(trx, { ...by, at: now, action: 'project.rename', target: after.slug, details })
    }
    return { kind: 'done', before, after, members }
  })
}

function wrongOf({ name, slug, platform }: ProjectNames): { path: string; message: string } | undefined {
  const wrongName = wrongNameOf(name)
  if (wrongName !== undefined) return { path: 'name', message: wrongName }
  if (slug === '') return { path: 'slug', message: 'its address is empty' }
  if (slug.length > LONGEST_SLUG) {
    return { path: 'slug', message: `its address is longer than ${LONGEST_SLUG} characters` }
  }
  if (slug !== slugify(slug)) {
    const suggestion = slugify(slug)
    return {
      path: 'slug',
      message: `an address has lower-case letters, digits and dashes only${suggestion === '' ? '' : `, such as "${suggestion}"`}`,
    }
  }
  return platform.length > LONGEST_PLATFORM ? { path: 'platform', message: 'it is too long' } : undefined
}
