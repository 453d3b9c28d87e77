import {
  digestsPath,
  feedbackPath,
  issuesPath,
  logsPath,
  monitorsPath,
  performancePath,
  playgroundPath,
  projectsPath,
  releasesPath,
  settingsPath,
  tracesPath,
  usagePath,
} from '../../paths.ts'
import type { Shape } from '../icon/shapes.ts'

export interface Destination {
  name: string
  path: string
  icon: Shape
}

const issues: Destination = { name: 'Issues', path: issuesPath(), icon: 'inbox' }
const digests: Destination = { name: 'Digests', path: digestsPath, icon: 'hash' }
const traces: Destination = { name: 'Traces', path: tracesPath(), icon: 'trace' }
const performance: Destination = { name: 'Performance', path: performancePath(), icon: 'bars' }
const logs: Destination = { name: 'Logs', path: logsPath(), icon: 'lines' }

export const mainDestinations: readonly Destination[] = [issues, digests, traces, performance, logs]

export const healthDestinations: readonly Destination[] = [
  { name: 'Releases', path: releasesPath(), icon: 'layers' },
  { name: 'Monitors', path: monitorsPath(), icon: 'clock' },
  { name: 'Feedback', path: feedbackPath(), icon: 'bubble' },
]

export const footDestinations: readonly Destination[] = [
  { name: 'Projects', path: projectsPath, icon: 'folder' },
  { name: 'Usage', path: usagePath(), icon: 'gauge' },
  { name: 'Playground', path: playgroundPath, icon: 'flask' },
  { name: 'Settings', path: settingsPath, icon: 'settings' },
]

/** In reach of the thumb; all others are behind the fifth tab. */
export const tabDestinations: readonly Destination[] = [issues, traces, performance, logs]
export const moreDestinations: readonly Destination[] = [digests, ...healthDestinations, ...footDestinations]

/** `page` for the destination itself, `true` for what lies below it. */
export function currentMark(destination: string, path: string): 'page' | 'true' | undefined {
  if (path === destination) return 'page'
  return path.startsWith(`${destination}/`) ? 'true' : undefined
}
