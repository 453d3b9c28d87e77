import { type Path, segment } from '#renderer/paths.ts'

export type ProjectSettingsPart =
  | 'general'
  | 'keys'
  | 'filters'
  | 'scrubbing'
  | 'limits'
  | 'grouping'
  | 'ownership'
  | 'trackers'

/** A page of a project's settings. */
export function projectSettingsPath(slug: string, part: ProjectSettingsPart = 'general'): Path {
  return `/projects/${segment(slug)}/settings${part === 'general' ? '' : `/${part}`}`
}

/** The page that asks first. */
export function deleteProjectPath(slug: string): Path {
  return `/projects/${segment(slug)}/settings/delete`
}
