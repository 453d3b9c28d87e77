import { renderToStaticMarkup } from 'react-dom/server'
import type { FrameHtml } from '../../loader.ts'
import type { FrameFacts } from './frame-facts.ts'
import { SideBar } from './SideBar.tsx'
import { TabBar } from './TabBar.tsx'
import { TopBar } from './TopBar.tsx'

/** Most requests show a frame that one of the last has shown. */
const MOST_KEPT = 200
const kept = new Map<string, FrameHtml>()

/** On the server alone: see FramePart. */
export function renderFrame(facts: FrameFacts): FrameHtml {
  const key = JSON.stringify(facts)
  const known = kept.get(key)
  if (known !== undefined) return known
  const html = {
    side: renderToStaticMarkup(<SideBar {...facts} />),
    top: renderToStaticMarkup(<TopBar {...facts} />),
    tabs: renderToStaticMarkup(<TabBar {...facts} />),
  }
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(key, html)
  return html
}
