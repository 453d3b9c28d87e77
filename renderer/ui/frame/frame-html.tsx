import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { FrameHtml } from '../../loader.ts'
import type { FrameFacts } from './frame-facts.ts'
import { SideBar } from './SideBar.tsx'
import { readSwitches } from './switches.ts'
import { TabBar } from './TabBar.tsx'
import { TopBar } from './TopBar.tsx'

/** On the server alone: see FramePart. */
export function renderFrame({ projects, ...facts }: FrameFacts): FrameHtml {
  const { path, search, email, role, theme, hasKeys } = facts
  const switches = readSwitches({ ...facts, projects })
  return {
    side: renderSide({ path, projects }),
    top: renderTop({ path, search, email, role, theme, hasKeys, switches }),
    tabs: renderTabs({ path, email }),
  }
}

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
