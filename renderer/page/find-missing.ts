import { clipText } from '#renderer/format/format.ts'
import {
  eventPath,
  issuePath,
  issuesPath,
  monitorsPath,
  projectsPath,
  releasesPath,
  tracesPath,
} from '#renderer/paths.ts'
import * as say from '#renderer/texts/errors/missing.ts'
import { forbidden } from '#renderer/texts/errors/not-found.ts'
import * as places from '#renderer/texts/frame/places.ts'
import type { Crumb } from '#renderer/ui/page/PageHead.tsx'
import type { Desk } from '#server/desk/desk.ts'
import { hasProject } from './require-project.ts'
import { parseRouteId } from './route-id.ts'

/** What the page says about an address that leads nowhere, and where to go from it. */
export interface Missing {
  /** The breadcrumb links to where the page would be. */
  crumbs: Crumb[]
  title: string
  says: string[]
  ways: { name: string; href: string }[]
}

type Find = (desk: Desk, ...segments: string[]) => Promise<Missing | undefined>

const ADDRESSES: [pattern: RegExp, find: Find][] = [
  [/^\/traces\/([^/]+)$/, ofTrace],
  [/^\/issues\/([^/]+)$/, ofIssue],
  [/^\/issues\/([^/]+)\/events\/([^/]+)$/, ofEvent],
  [/^\/releases\/([^/]+)\/([^/]+)$/, ofRelease],
  [/^\/monitors\/([^/]+)\/([^/]+)$/, ofMonitor],
  [/^\/projects\/([^/]+)$/, ofProject],
]

/** Finds out what a missing address was about. Undefined if no page has such addresses. */
export async function findMissing({ pathname, searchParams }: URL, desk: Desk): Promise<Missing | undefined> {
  const path = pathname.replace(/(?<!\/)\/+$/, '')
  for (const [pattern, find] of ADDRESSES) {
    const match = pattern.exec(path)
    if (match !== null) return find(desk, ...match.slice(1).map(decode))
  }
  // The address is a list that is limited to one project.
  const slug = searchParams.get('project')
  return slug === null || (await hasProject(desk, slug)) ? undefined : noProject(slug, path)
}

/** The page for somebody whose role is not enough. */
export function notAllowed(sentence: string): Missing {
  return {
    crumbs: [],
    title: forbidden.title,
    says: [sentence],
    ways: [{ name: forbidden.way, href: issuesPath() }],
  }
}

async function ofTrace(desk: Desk, given = ''): Promise<Missing> {
  const toList = { name: say.trace.toList, href: tracesPath() }
  const id = desk.traces.findTarget(given)
  if (id === undefined) {
    return {
      crumbs: [TRACES, asCrumb(given)],
      title: say.trace.badId,
      says: [say.trace.idRule(given)],
      ways: [toList],
    }
  }
  const [retention, target] = await Promise.all([desk.projects.listRetention(), desk.search.findTarget(id)])
  const isEvent = target?.kind === 'event'
  return {
    crumbs: [TRACES, asCrumb(id)],
    title: say.trace.title,
    says: [say.trace.none, say.trace.early, say.trace.sampled, ...present(say.retainedByAge(retention))],
    ways: [
      // Trace and event ids have the same number of digits.
      ...(isEvent ? [{ name: say.trace.toEvent, href: eventPath(target.issueId, target.eventId) }] : []),
      toList,
    ],
  }
}

async function ofIssue(desk: Desk, given = ''): Promise<Missing> {
  const toList = { name: say.issue.toList, href: issuesPath() }
  const id = parseRouteId(given)
  const crumbs = [ISSUES, asCrumb(given)]
  if (id !== undefined) {
    return { crumbs, title: say.issue.title(id), says: [say.issue.deleted], ways: [toList] }
  }
  const named = await desk.issues.findByShortId(given)
  const way =
    named === undefined
      ? { name: say.issue.search, href: issuesPath({ query: given.slice(0, LONGEST_QUERY) }) }
      : { name: say.issue.toIssue(given), href: issuePath(named) }
  return { crumbs, title: say.issue.badId, says: [say.issue.idRule(given)], ways: [way, toList] }
}

async function ofEvent(desk: Desk, givenIssue = '', given = ''): Promise<Missing> {
  const issueId = parseRouteId(givenIssue)
  const issue = issueId === undefined ? undefined : await desk.issues.find(issueId)
  if (issue === undefined) return ofIssue(desk, givenIssue)
  const toIssue = { name: say.event.toIssue(issue.shortId), href: issuePath(issue.id) }
  const crumbs = [ISSUES, { ...asCrumb(issue.shortId), href: issuePath(issue.id) }, asCrumb(given)]
  if (!/^[0-9a-f]{32}$/i.test(given)) {
    return { crumbs, title: say.event.badId, says: [say.event.idRule(given)], ways: [toIssue] }
  }
  const project = await desk.projects.find(issue.projectSlug)
  const moved = project && (await desk.events.findInProject(project.id, given))
  if (moved !== undefined) {
    const toEvent = { name: say.event.toEvent, href: eventPath(moved.issueId, moved.eventId) }
    return { crumbs, title: say.event.moved, says: [say.event.movedTo], ways: [toEvent, toIssue] }
  }
  const retention = (await desk.projects.listRetention()).find(
    ({ projectSlug }) => projectSlug === issue.projectSlug,
  )
  return {
    crumbs,
    title: say.event.title,
    says: [say.event.lost, ...present(retention && say.retentionOf(retention))],
    ways: [toIssue],
  }
}

async function ofRelease(desk: Desk, slug = '', version = ''): Promise<Missing> {
  if (!(await hasProject(desk, slug))) return noProject(slug)
  const query = `release:${JSON.stringify(version.slice(0, LONGEST_QUERY))}`
  return {
    crumbs: [
      { name: places.releases, href: releasesPath() },
      { ...asCrumb(slug), href: releasesPath({ project: slug }) },
      asCrumb(version),
    ],
    title: say.release.title,
    says: [say.release.none(slug, version), say.release.appears],
    ways: [
      { name: say.release.toList(slug), href: releasesPath({ project: slug }) },
      { name: say.release.search, href: issuesPath({ project: slug, query }) },
    ],
  }
}

async function ofMonitor(desk: Desk, slug = '', name = ''): Promise<Missing> {
  if (!(await hasProject(desk, slug))) return noProject(slug)
  return {
    crumbs: [
      { name: places.monitors, href: monitorsPath() },
      { ...asCrumb(slug), href: monitorsPath({ project: slug }) },
      asCrumb(name),
    ],
    title: say.monitor.title,
    says: [say.monitor.none(slug, name), say.monitor.appears],
    ways: [{ name: say.monitor.toList(slug), href: monitorsPath({ project: slug }) }],
  }
}

async function ofProject(_desk: Desk, slug = ''): Promise<Missing> {
  return noProject(slug)
}

/** `path` is the address of a list that also has other projects. */
function noProject(slug: string, path?: string): Missing {
  const toList = { name: say.project.toList, href: projectsPath }
  return {
    crumbs: [{ name: places.projects, href: projectsPath }, asCrumb(slug)],
    title: say.project.title,
    says: [say.project.none(slug), say.project.deleted],
    ways: path === undefined ? [toList] : [{ name: say.project.everywhere, href: path }, toList],
  }
}

const TRACES: Crumb = { name: places.traces, href: tracesPath() }
const ISSUES: Crumb = { name: places.issues, href: issuesPath() }

/** Shortens what an address names, which can have any length. */
function asCrumb(name: string): Crumb {
  return { name: clipText(name, 60), isCode: true }
}

/** The longest text that can be searched for. */
const LONGEST_QUERY = 200

function present<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value]
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment // The address has a percent sign that encodes nothing.
  }
}
