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

declare global {
  interface JSON {
    /** Text that `JSON.stringify` takes over as it is: https://tc39.es/proposal-json-parse-with-source/#sec-json.rawjson */
    rawJSON(text: string): object
  }
}

/** A part of the frame in UTF-8. */
export function frameBytes(html: string): Uint8Array {
  return writtenFrom(html).bytes
}

/** The frame for `JSON.stringify`, which escapes nothing of it again. */
export function frameJson({ side, top, tabs }: FrameHtml): Record<keyof FrameHtml, object> {
  return { side: writtenFrom(side).json, top: writtenFrom(top).json, tabs: writtenFrom(tabs).json }
}

interface Written {
  bytes: Uint8Array
  json: object
}

const written = new Map<string, Written>()

function writtenFrom(html: string): Written {
  const known = written.get(html)
  if (known !== undefined) return known
  if (written.size >= 3 * MOST_KEPT) written.clear()
  // other letters than Latin-1's would make the whole text that they are put into twice as large in memory
  const json = JSON.stringify(html).replace(
    /[^\0-\xff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const made = { bytes: Buffer.from(html), json: JSON.rawJSON(json) }
  written.set(html, made)
  return made
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
