/** The project that Crumbtrail reports to itself: the first start adds it before any other. */
export const OWN_PROJECT_ID = 1

/** The projects that a list or a count is of. */
export interface ProjectsAsked {
  /** A project's slug; undefined for all projects. */
  slug: string | undefined
  /** Leaves out Crumbtrail's own project, so that its traffic fills no page of all projects. */
  isWithoutOwn: boolean
}

/** Whether a project is among those that were asked for. */
export function isAsked(
  project: { id: number; slug: string },
  { slug, isWithoutOwn }: ProjectsAsked,
): boolean {
  if (slug !== undefined) return project.slug === slug
  return !isWithoutOwn || project.id !== OWN_PROJECT_ID
}
