import {
  feedbackPath,
  issuesPath,
  logsPath,
  monitorsPath,
  performancePath,
  performanceRoutePath,
  releasesPath,
  tracesPath,
  usagePath,
} from '#renderer/paths.ts'

export type Switch = 'project' | 'environment' | 'period' | 'compare'

interface ScopedPage {
  switches: readonly Switch[]
  /** The period that the page shows by itself, as its loader hands it to `readScope`; undefined for one that shows all there is. */
  ownPeriod: string | undefined
}

/** Which switches stand in the top bar of which page: those that its data follows, and no others. */
const scopedPages: Readonly<Record<string, ScopedPage>> = {
  [issuesPath()]: { switches: ['project', 'environment', 'period'], ownPeriod: undefined },
  [tracesPath()]: { switches: ['project', 'environment', 'period'], ownPeriod: '24h' },
  [performancePath()]: { switches: ['project', 'environment', 'period', 'compare'], ownPeriod: '24h' },
  [performanceRoutePath({})]: { switches: ['environment', 'period', 'compare'], ownPeriod: '24h' },
  [logsPath()]: { switches: ['project', 'environment', 'period'], ownPeriod: '24h' },
  [releasesPath()]: { switches: ['project'], ownPeriod: '24h' },
  [monitorsPath()]: { switches: ['project', 'environment'], ownPeriod: '24h' },
  [feedbackPath()]: { switches: ['project', 'environment', 'period'], ownPeriod: '90d' },
  [usagePath()]: { switches: ['project', 'period'], ownPeriod: '7d' },
}

export function scopedPageAt(path: string): ScopedPage | undefined {
  return scopedPages[path]
}

export function hasEnvironments(path: string): boolean {
  return scopedPageAt(path)?.switches.includes('environment') ?? false
}
