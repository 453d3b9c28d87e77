import { digestsPath, issuesPath, playgroundPath, projectsPath, releasesPath } from '../../paths.ts'
import type { Shape } from '../icon/Icon.tsx'

export interface Destination {
  name: string
  path: string
  icon: Shape
}

export const destinations: readonly Destination[] = [
  { name: 'Issues', path: issuesPath(), icon: 'inbox' },
  { name: 'Digests', path: digestsPath, icon: 'hash' },
  { name: 'Releases', path: releasesPath(), icon: 'commit' },
  { name: 'Projects', path: projectsPath, icon: 'folder' },
  { name: 'Playground', path: playgroundPath, icon: 'flask' },
]

/** `page` for the destination itself, `true` for what lies below it. */
export function currentMark(destination: string, path: string): 'page' | 'true' | undefined {
  if (path === destination) return 'page'
  return path.startsWith(`${destination}/`) ? 'true' : undefined
}
