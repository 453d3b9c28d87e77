import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { FrameHtml } from '../../loader.ts'
import type { FrameFacts } from './frame-facts.ts'
import { SideBar } from './SideBar.tsx'
import { TabBar } from './TabBar.tsx'
import { TopBar } from './TopBar.tsx'

/** On the server alone: see FramePart. */
export function renderFrame({ projects, now, ...facts }: FrameFacts): FrameHtml {
  const { path, email, search } = facts
  // a period without an end ends now; nothing else of the top bar changes with the time
  const minute = /\bstart=/.test(search) ? Math.floor(now / MINUTE_MS) * MINUTE_MS : 0
  const named = projects.map(({ slug, name }) => ({ slug, name, openIssueCount: 0 }))
  return {
    side: renderSide({ path, projects }),
    top: renderTop({ ...facts, projects: named, now: minute }),
    tabs: renderTabs({ path, email }),
  }
}

const MINUTE_MS = 60_000

// pure, so that a browser's build leaves them out with all that they render
const renderSide = /* @__PURE__ */ keepMarkup(SideBar)
const renderTop = /* @__PURE__ */ keepMarkup(TopBar)
const renderTabs = /* @__PURE__ */ keepMarkup(TabBar)

const MOST_KEPT = 200

/** Most requests show what one of the last has shown. */
function keepMarkup<Props extends object>(Component: (props: Props) => ReactElement) {
  const kept = new Map<string, string>()
  return (props: Props): string => {
    const key = JSON.stringify(props)
    const known = kept.get(key)
    if (known !== undefined) return known
    if (kept.size >= MOST_KEPT) kept.clear()
    const html = renderToStaticMarkup(<Component {...props} />)
    kept.set(key, html)
    return html
  }
}
