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
} from '#renderer/paths.ts'
import * as places from '#renderer/texts/frame/places.ts'
import type { Shape } from '#renderer/ui/icon/shapes.ts'

export interface Destination {
  name: string
  path: string
  icon: Shape
}

const issues: Destination = { name: places.issues, path: issuesPath(), icon: 'inbox' }
const digests: Destination = { name: places.digests, path: digestsPath, icon: 'hash' }
const traces: Destination = { name: places.traces, path: tracesPath(), icon: 'trace' }
const performance: Destination = { name: places.performance, path: performancePath(), icon: 'bars' }
const logs: Destination = { name: places.logs, path: logsPath(), icon: 'lines' }

export const mainDestinations: readonly Destination[] = [issues, digests, traces, performance, logs]

export const healthDestinations: readonly Destination[] = [
  { name: places.releases, path: releasesPath(), icon: 'layers' },
  { name: places.monitors, path: monitorsPath(), icon: 'clock' },
  { name: places.feedback, path: feedbackPath(), icon: 'bubble' },
]

export const footDestinations: readonly Destination[] = [
  { name: places.projects, path: projectsPath, icon: 'folder' },
  { name: places.usage, path: usagePath(), icon: 'gauge' },
  { name: places.playground, path: playgroundPath, icon: 'flask' },
  { name: places.settings, path: settingsPath, icon: 'settings' },
]

/** In reach of the thumb; all others are behind the fifth tab. */
export const tabDestinations: readonly Destination[] = [issues, traces, performance, logs]
export const moreDestinations: readonly Destination[] = [digests, ...healthDestinations, ...footDestinations]

/** `page` for the destination itself, `true` for what lies below it. */
export function currentMark(destination: string, path: string): 'page' | 'true' | undefined {
  if (path === destination) return 'page'
  return path.startsWith(`${destination}/`) ? 'true' : undefined
}
