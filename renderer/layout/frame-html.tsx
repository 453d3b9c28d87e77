import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { BoundedCache } from '#renderer/format/bounded-cache.ts'
import { MINUTE_MS } from '#renderer/format/time-units.ts'
import type { FrameHtml } from '#renderer/page/loader.ts'
import { SideBar } from './bars/SideBar.tsx'
import { TabBar } from './bars/TabBar.tsx'
import { TopBar } from './bars/TopBar.tsx'
import { asBrowsersWrite } from './browser-markup.ts'
import type { FrameFacts, FrameProject } from './frame-facts.ts'
import { chosenScope } from './kept-scope.ts'

/** Only the server renders the frame (see FramePart). */
export function renderFrame({ projects, now, ...facts }: FrameFacts): FrameHtml {
  const { path, email, role, search } = facts
  // A period without an end ends now. Nothing else in the top bar depends on the time.
  const minute = /\bstart=/.test(search) ? Math.floor(now / MINUTE_MS) * MINUTE_MS : 0
  const { all, named } = textsOf(projects)
  const scope = chosenScope({ search, projects, now })
  const scopeText = JSON.stringify(scope)
  const top = { ...facts, now: minute }
  return {
    side: renderSide(all + path + role + scopeText, () => ({ path, role, projects, scope })),
    top: renderTop(JSON.stringify(top) + named, () => ({ ...top, projects: projects.map(withoutCount) })),
    tabs: renderTabs(JSON.stringify([path, email, role]) + scopeText, () => ({ path, email, role, scope })),
  }
}

interface ProjectsTexts {
  all: string
  /** Leaves out the counts, which change more often than the rest. */
  named: string
}

const projectsTexts = new WeakMap<readonly FrameProject[], ProjectsTexts>()

/** Data that the server caches between requests is only written once. */
function textsOf(projects: readonly FrameProject[]): ProjectsTexts {
  const known = projectsTexts.get(projects)
  if (known !== undefined) return known
  const texts = { all: JSON.stringify(projects), named: JSON.stringify(projects.map(withoutCount)) }
  projectsTexts.set(projects, texts)
  return texts
}

function withoutCount({ slug, name, isOwn }: FrameProject): FrameProject {
  return { slug, name, openIssueCount: 0, ...(isOwn && { isOwn }) }
}

declare global {
  interface JSON {
    /**
     * Text that `JSON.stringify` copies unchanged:
     * https://tc39.es/proposal-json-parse-with-source/#sec-json.rawjson
     */
    rawJSON(text: string): object
  }
}

/** A part of the frame in UTF-8. */
export function frameBytes(html: string): Uint8Array {
  return writtenFrom(html).bytes
}

/** The frame for `JSON.stringify`, which then does not escape it again. */
export function frameJson({ side, top, tabs }: FrameHtml): Record<keyof FrameHtml, object> {
  return { side: writtenFrom(side).json, top: writtenFrom(top).json, tabs: writtenFrom(tabs).json }
}

interface Written {
  bytes: Uint8Array
  json: object
}

const MOST_CACHED = 200
const written = new BoundedCache<string, Written>(3 * MOST_CACHED)

function writtenFrom(html: string): Written {
  return written.get(html, () => write(html))
}

function write(html: string): Written {
  // One letter outside of Latin-1 would double the memory of the whole text that contains it.
  const json = JSON.stringify(html).replace(
    /[^\0-\xff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return { bytes: Buffer.from(html), json: JSON.rawJSON(json) }
}

// These calls are pure, so that the browser's build leaves them out together with all that they render.
const renderSide = /* @__PURE__ */ keepMarkup(SideBar)
const renderTop = /* @__PURE__ */ keepMarkup(TopBar)
const renderTabs = /* @__PURE__ */ keepMarkup(TabBar)

/**
 * Caches the markup of a component by its props, because most requests show what another one has just
 * shown.
 */
function keepMarkup<Props extends object>(Component: (props: Props) => ReactElement) {
  const cached = new BoundedCache<string, string>(MOST_CACHED)
  return (key: string, propsOf: () => Props): string =>
    cached.get(key, () => asBrowsersWrite(renderToStaticMarkup(<Component {...propsOf()} />)))
}
