import { useEffect } from 'react'
import { useData } from 'vike-react/useData'
import { browserNavigation } from './navigation/browser-navigation.ts'
import type { PageData } from './page-data.ts'

const EVERY_MS = 2_000
/** What is shown counts as out of date, whatever it is. */
const NOTHING = { body: '', answeredAt: '' }

/** Asks for the page's data anew while it is looked at. Rows that come in above leave what is read where it is. */
export function useFollowing(isFollowing: boolean): void {
  const rendered = useData<PageData>()
  useEffect(() => {
    if (!isFollowing) return
    let isAsking = false
    const timer = setInterval(async () => {
      if (isAsking || document.visibilityState !== 'visible') return
      isAsking = true
      await browserNavigation?.revalidate(location.pathname + location.search, rendered, NOTHING)
      isAsking = false
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [isFollowing, rendered])
}
