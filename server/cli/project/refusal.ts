import type { SettingChange } from '#server/models/settings/project-settings.ts'

/** Says why a setting was not changed, after `Cannot …: `. Commands give no version, so nobody can have changed it meanwhile. */
export function wordRefusal(change: Exclude<SettingChange<unknown>, { kind: 'done' }>, slug: string): string {
  if (change.kind === 'no project') return `there is no project "${slug}"`
  if (change.kind === 'changed meanwhile') return 'another user changed it meanwhile'
  return change.path === undefined ? change.message : `${change.path}: ${change.message}`
}
