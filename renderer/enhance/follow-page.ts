import { useEffect } from 'react'
import { useData } from 'vike-react/useData'
import { browserNavigation } from '#renderer/navigation/browser-navigation.ts'
import type { PageData } from '#renderer/page/page-data.ts'
import { follow } from './follow.ts'
import type { LiveUpdate } from './live/parse-update.ts'

declare global {
  interface DocumentEventMap {
    /** What the server tells open pages; null where something was missed, and nobody knows what. */
    'crumbtrail:news': CustomEvent<LiveUpdate | null>
  }
}

/** What a page is to be up to date with. */
export interface Followed {
  kind: 'logs' | 'events'
  /** A project's slug; of all of them without. */
  project: string | undefined
}

/** What is shown counts as out of date, whatever it is. */
const NOTHING = { body: '', answeredAt: '' }

/** Keeps the page's data up to date while it is looked at. Rows that come in above leave what is read where it is. */
export function useFollowing(followed: Followed | undefined): void {
  const rendered = useData<PageData>()
  const { kind, project } = followed ?? {}
  useEffect(() => {
    if (kind === undefined) return
    const follower = follow({
      async look() {
        await browserNavigation?.revalidate(location.pathname + location.search, rendered, NOTHING)
      },
      // renderer/enhance/live/start-live.ts says so
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
