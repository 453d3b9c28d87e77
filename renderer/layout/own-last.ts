/** Crumbtrail's own project is the oldest, and the last that somebody looks for. */
export function ownLast<Project extends { isOwn?: true }>(projects: readonly Project[]): Project[] {
  return [...projects.filter(({ isOwn }) => !isOwn), ...projects.filter(({ isOwn }) => isOwn)]
}
