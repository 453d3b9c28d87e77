import FlaskConical from 'lucide-react/icons/flask-conical'
import Folder from 'lucide-react/icons/folder'
import Hash from 'lucide-react/icons/hash'
import Inbox from 'lucide-react/icons/inbox'
import { digestsPath, issuesPath, playgroundPath, projectsPath } from '../../paths.ts'

export interface Destination {
  name: string
  path: string
  Icon: typeof Inbox
}

// Imported one by one: the package's index alone takes the server 100 ms to load.
export const destinations: readonly Destination[] = [
  { name: 'Issues', path: issuesPath(), Icon: Inbox },
  { name: 'Digests', path: digestsPath, Icon: Hash },
  { name: 'Projects', path: projectsPath, Icon: Folder },
  { name: 'Playground', path: playgroundPath, Icon: FlaskConical },
]

/** `page` for the destination itself, `true` for what lies below it. */
export function currentMark(destination: string, path: string): 'page' | 'true' | undefined {
  if (path === destination) return 'page'
  return path.startsWith(`${destination}/`) ? 'true' : undefined
}
