import { useEffect } from 'react'
import { useData } from 'vike-react/useData'
import { browserNavigation } from '#renderer/navigation/browser-navigation.ts'
import type { PageData } from '#renderer/page/page-data.ts'
import { follow } from './follow.ts'
import type { LiveUpdate } from './live/parse-update.ts'

declare global {
  interface DocumentEventMap {
    /** An update from the server; null when updates were missed and their content is unknown. */
    'crumbtrail:news': CustomEvent<LiveUpdate | null>
  }
}

/** What the page needs to be up to date with. */
export interface Followed {
  kind: 'logs' | 'events'
  /** A project's slug; without it, all projects count. */
  project: string | undefined
}

/** An empty update: it marks the page as out of date, whatever it shows. */
const NOTHING = { body: '', answeredAt: '' }

/**
 * Keeps the page's data up to date while the page is visible. New rows above do not move what the reader
 * is looking at.
 */
export function useFollowing(followed: Followed | undefined): void {
  const rendered = useData<PageData>()
  const { kind, project } = followed ?? {}
  useEffect(() => {
    if (kind === undefined) return
    const follower = follow({
      async look() {
        await browserNavigation?.revalidate(location.pathname + location.search, rendered, NOTHING)
      },
      // renderer/enhance/live/start-live.ts sends this event.
      isLive: () => document.documentElement.dataset.live === 'on',
      isSeen: () => document.visibilityState === 'visible',
      setTimer(work, delayMs) {
        const timer = setTimeout(work, delayMs)
        return () => clearTimeout(timer)
      },
      clock: Date.now,
    })
    const hear = ({ detail }: CustomEvent<LiveUpdate | null>) => {
      if (detail === null || hasCome(detail, { kind, project })) follower.received()
    }
    document.addEventListener('crumbtrail:news', hear)
    return () => {
      follower.end()
      document.removeEventListener('crumbtrail:news', hear)
    }
  }, [kind, project, rendered])
}

/** @internal */
export function hasCome(update: LiveUpdate, { kind, project }: Followed): boolean {
  if (update.isPartial) return true
  return update.projects.some(
    ({ slug, eventCount, logCount }) =>
      (project === undefined || slug === project) && (kind === 'logs' ? logCount : eventCount) > 0,
  )
}
