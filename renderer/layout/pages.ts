import type { Path } from '#renderer/paths.ts'
import { forgotten, signIn, signOut } from '#renderer/texts/account/accounts.ts'
import { title as audit } from '#renderer/texts/account/audit.ts'
import { title as factors } from '#renderer/texts/account/factors.ts'
import { title as invitations } from '#renderer/texts/account/invitations.ts'
import { title as ownAccount } from '#renderer/texts/account/own-account.ts'
import { title as tokens } from '#renderer/texts/account/tokens.ts'
import * as places from '#renderer/texts/frame/places.ts'
import { title as notifications } from '#renderer/texts/notifications/notifications.ts'
import { title as searchHelp } from '#renderer/texts/search/search-help.ts'
import { title as instance } from '#renderer/texts/settings/instance.ts'
import { form as checkForm } from '#renderer/texts/uptime/checks.ts'
import { add as newStatusPage, title as statusPages } from '#renderer/texts/uptime/status-pages.ts'
import type { Shape } from '#renderer/ui/icon/shapes.ts'

export type Switch = 'project' | 'environment' | 'period' | 'compare'

/** The groups of pages in the side bar. */
export type Group = 'main' | 'health' | 'foot'

export interface RegisteredPage {
  /**
   * The page's name in its title, its heading and every list of pages. A page without one is named after
   * its data, or redirects.
   */
  name?: string
  /** Absent where the side bar does not list the page. `alsoMarks` has addresses of other pages that its own tabs lead to. */
  link?: { group: Group; icon: Shape; hasTab?: true; key?: string; alsoMarks?: readonly string[] }
  /** The page's name in the bar of the settings pages, to those who see it. Absent for all other pages. */
  inSettings?: string
  /** The switches in the top bar that affect this page's data. */
  switches?: readonly Switch[]
  /** The default period. Without one, the page shows all of its data. */
  ownPeriod?: string
}

const everyScope = ['project', 'environment', 'period'] as const

/**
 * All pages by their folder in pages/. Lists of pages keep this order. The bars, the switches, the
 * palette, the shortcuts, loaders and tests use it, on the server only.
 */
const register = {
  '/issues': {
    name: places.issues,
    link: { group: 'main', icon: 'inbox', hasTab: true, key: 'i' },
    switches: everyScope,
  },
  '/digests': { name: places.digests, link: { group: 'main', icon: 'hash', key: 'd' } },
  '/traces': {
    name: places.traces,
    link: { group: 'main', icon: 'trace', hasTab: true, key: 't' },
    switches: everyScope,
    ownPeriod: '24h',
  },
  '/performance': {
    name: places.performance,
    link: { group: 'main', icon: 'bars', hasTab: true, key: 'p' },
    switches: [...everyScope, 'compare'],
    ownPeriod: '24h',
  },
  '/logs': {
    name: places.logs,
    link: { group: 'main', icon: 'lines', hasTab: true, key: 'l' },
    switches: everyScope,
    ownPeriod: '24h',
  },
  // `/metrics` is where Prometheus reads this desk's own figures.
  '/measurements': {
    name: places.metrics,
    link: { group: 'main', icon: 'activity', key: 'm' },
    switches: everyScope,
    ownPeriod: '24h',
  },
  '/releases': {
    name: places.releases,
    link: { group: 'health', icon: 'layers' },
    switches: ['project'],
    ownPeriod: '24h',
  },
  '/monitors': {
    name: places.monitors,
    link: { group: 'health', icon: 'clock', alsoMarks: ['/status-pages'] },
    switches: ['project', 'environment'],
    ownPeriod: '24h',
  },
  '/alerts': { name: places.alerts, link: { group: 'health', icon: 'bell' } },
  '/alerts/channels': { name: places.alertChannels },
  '/alerts/messages': { name: places.alertMessages },
  '/alerts/rules/new': { name: places.newRule },
  // Feedback is rare, so the page shows a long period.
  '/feedback': {
    name: places.feedback,
    link: { group: 'health', icon: 'bubble' },
    switches: everyScope,
    ownPeriod: '90d',
  },
  '/projects': { name: places.projects, link: { group: 'foot', icon: 'folder' } },
  '/usage': {
    name: places.usage,
    link: { group: 'foot', icon: 'gauge' },
    switches: ['project', 'period'],
    ownPeriod: '7d',
  },
  '/playground': { name: places.playground, link: { group: 'foot', icon: 'flask' } },
  '/settings': {
    name: places.settings,
    link: { group: 'foot', icon: 'settings' },
    inSettings: places.preferences,
  },
  '/settings/account': { name: ownAccount, inSettings: ownAccount },
  '/settings/factors': { name: factors, inSettings: places.secondFactor },
  '/settings/notifications': { name: notifications, inSettings: notifications },
  '/settings/members': { name: places.members, inSettings: places.members },
  '/settings/teams': { name: places.teams, inSettings: places.teams },
  '/settings/invitations': { name: invitations, inSettings: invitations },
  '/settings/tokens': { name: tokens, inSettings: tokens },
  '/settings/audit': { name: audit, inSettings: audit, switches: ['period'] },
  '/settings/instance': { name: instance, inSettings: instance },
  '/search-help': { name: searchHelp },
  '/sign-in': { name: signIn },
  '/sign-in/forgot-password': { name: forgotten.title },
  '/sign-in/link': {},
  '/sign-in/second-step': {},
  '/sign-out': { name: signOut },
  '/measurements/metric': { switches: everyScope, ownPeriod: '24h' },
  '/performance/route': { switches: ['environment', 'period', 'compare'], ownPeriod: '24h' },
  '/releases/@slug/@version': { ownPeriod: '24h' },
  '/status-pages': { name: statusPages },
  '/status-pages/new': { name: newStatusPage },
  '/status-pages/@statusPageId': {},
  '/monitors/new': { name: checkForm.newTitle },
  '/monitors/@slug/@monitor': {},
  '/monitors/@slug/uptime/@checkId': {},
  '/monitors/@slug/uptime/@checkId/edit': {},
  '/alerts/rules/@ruleId': {},
  '/alerts/channels/new': {},
  '/alerts/channels/@channelId': {},
  '/alerts/messages/@messageId': {},
  '/projects/@slug': {},
  '/projects/@slug/source-maps': {},
  '/projects/@slug/settings': {},
  '/projects/@slug/settings/keys': {},
  '/projects/@slug/settings/filters': {},
  '/projects/@slug/settings/scrubbing': {},
  '/projects/@slug/settings/limits': {},
  '/projects/@slug/settings/grouping': {},
  '/projects/@slug/settings/ownership': {},
  '/projects/@slug/settings/trackers': {},
  '/projects/@slug/settings/delete': {},
  '/issues/@issueId': {},
  '/issues/@issueId/delete': {},
  '/issues/@issueId/events/@eventId': {},
  '/issues/@issueId/users': {},
  '/traces/@traceId': {},
  '/users/@user': {},
  '/digests/@digest': {},
  '/set-up/@token': {},
  '/invitations/@token': {},
  '/resets/@token': {},
  '/addresses/@token': {},
  '/unsubscribe/@token': {},
  '/acknowledge/@token': {},
  '/index': {},
} satisfies Partial<Record<Path | '/index', RegisteredPage>>

export type Route = keyof typeof register

export const pages: Readonly<Record<Route, RegisteredPage>> = register

/**
 * Finds a page by its folder, such as `/issues/@issueId`. The address of a page without parameters is the
 * same.
 */
export function findPage(route: string): RegisteredPage | undefined {
  return isRoute(route) ? pages[route] : undefined
}

export function hasEnvironments(path: string): boolean {
  return hasSwitch(path, 'environment')
}

/** Whether the page can be limited to a project, which then has to exist. */
export function followsProject(route: string): boolean {
  return hasSwitch(route, 'project')
}

function hasSwitch(route: string, wanted: Switch): boolean {
  return findPage(route)?.switches?.includes(wanted) ?? false
}

export function isRoute(path: string): path is Route {
  return Object.hasOwn(pages, path)
}
