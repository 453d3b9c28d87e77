import { mayActAs, type Role } from '#server/models/accounts/roles.ts'
import { isRoute, type Route } from './pages.ts'

/** Who needs no role: everybody, signed in or not. */
type Needed = Role | 'stranger'

interface Permission {
  /** Who sees the page. */
  sees: Needed
  /**
   * Who may send its forms, by their names (`nameOf()`); a form without a name is ''. A name that is not here needs the
   * most that another form of the page needs.
   */
  does?: Readonly<Record<string, Needed>>
}

const issueForms = {
  reopen: 'member',
  resolve: 'member',
  'resolve-in-next-release': 'member',
  'resolve-in-release': 'member',
  archive: 'member',
  ignore: 'member',
  'ignore-until-escalating': 'member',
  'ignore-for': 'member',
  'ignore-until-events': 'member',
  'ignore-until-users': 'member',
  'ignore-environment': 'member',
  assign: 'member',
  'assign-team': 'member',
  merge: 'member',
  delete: 'member',
  undo: 'member',
  // Everybody has bookmarks and subscriptions of their own.
  bookmark: 'viewer',
  unbookmark: 'viewer',
  subscribe: 'viewer',
  unsubscribe: 'viewer',
} as const satisfies Permission['does']

const forIssue: Permission = {
  sees: 'viewer',
  does: {
    ...issueForms,
    comment: 'member',
    'edit-comment': 'member',
    'delete-comment': 'member',
    split: 'member',
    'tracker-create': 'member',
    'tracker-link': 'member',
    'tracker-unlink': 'member',
    'tracker-retry': 'member',
    acknowledge: 'member',
    'take-back': 'member',
    editor: 'viewer',
  },
}

/**
 * The roles that pages and their forms need. A page without a row is a type error. What the API needs is beside its
 * routes, and what a method of the desk needs is in server/desk/limit-desk.ts.
 *
 * @internal
 */
export const permissions: Readonly<Record<Route, Permission>> = {
  '/index': { sees: 'viewer' },
  '/issues': {
    sees: 'viewer',
    does: { ...issueForms, 'save-view': 'viewer', 'rename-view': 'viewer', 'delete-view': 'viewer' },
  },
  '/issues/@issueId': forIssue,
  '/issues/@issueId/delete': { sees: 'member', does: { delete: 'member' } },
  '/issues/@issueId/events/@eventId': forIssue,
  '/issues/@issueId/users': { sees: 'viewer' },
  '/users/@user': { sees: 'viewer', does: issueForms },
  '/digests': { sees: 'viewer' },
  '/digests/@digest': { sees: 'viewer' },
  '/traces': { sees: 'viewer' },
  '/traces/@traceId': { sees: 'viewer' },
  '/performance': { sees: 'viewer' },
  '/performance/route': { sees: 'viewer' },
  '/logs': { sees: 'viewer' },
  '/measurements': { sees: 'viewer' },
  '/measurements/metric': { sees: 'viewer' },
  '/releases': { sees: 'viewer' },
  '/releases/@slug/@version': { sees: 'viewer' },
  '/monitors': { sees: 'viewer' },
  '/monitors/@slug/@monitor': { sees: 'viewer', does: { delete: 'admin' } },
  '/monitors/new': { sees: 'admin', does: { save: 'admin' } },
  '/monitors/@slug/uptime/@checkId': {
    sees: 'viewer',
    does: { 'check-now': 'member', pause: 'member', resume: 'member', delete: 'admin' },
  },
  '/monitors/@slug/uptime/@checkId/edit': { sees: 'admin', does: { save: 'admin' } },
  '/status-pages': { sees: 'viewer' },
  '/status-pages/new': { sees: 'admin', does: { save: 'admin' } },
  '/status-pages/@statusPageId': {
    sees: 'admin',
    does: { save: 'admin', 'turn-on': 'admin', 'turn-off': 'admin', delete: 'admin' },
  },
  '/alerts': {
    sees: 'viewer',
    // Whoever deploys knows that alerts are about to come.
    does: { 'turn-on': 'admin', 'turn-off': 'admin', 'add-mute': 'member', 'end-mute': 'member' },
  },
  '/alerts/rules/new': { sees: 'admin', does: { preview: 'admin', save: 'admin' } },
  '/alerts/rules/@ruleId': {
    sees: 'viewer',
    does: {
      preview: 'admin',
      save: 'admin',
      escalate: 'admin',
      'turn-on': 'admin',
      'turn-off': 'admin',
      mute: 'admin',
      unmute: 'admin',
      delete: 'admin',
    },
  },
  '/alerts/channels': { sees: 'viewer' },
  '/alerts/channels/new': { sees: 'admin', does: { save: 'admin' } },
  '/alerts/channels/@channelId': {
    sees: 'admin',
    does: { save: 'admin', test: 'admin', 'turn-on': 'admin', 'turn-off': 'admin', delete: 'admin' },
  },
  '/alerts/messages': { sees: 'viewer', does: { 'retry-all': 'admin' } },
  '/alerts/messages/@messageId': { sees: 'admin', does: { retry: 'admin', discard: 'admin' } },
  '/feedback': { sees: 'viewer', does: { open: 'member', resolved: 'member', spam: 'member' } },
  '/projects': { sees: 'viewer', does: { '': 'admin' } },
  '/projects/@slug': {
    sees: 'viewer',
    does: { 'send-test-event': 'member', 'remove-demo': 'admin', access: 'admin' },
  },
  '/projects/@slug/source-maps': {
    sees: 'viewer',
    does: { 'create-token': 'admin', delete: 'admin', 'add-origin': 'admin', 'remove-origin': 'admin' },
  },
  '/projects/@slug/settings': { sees: 'admin', does: { names: 'admin', environments: 'admin' } },
  '/projects/@slug/settings/keys': {
    sees: 'admin',
    does: { add: 'admin', origins: 'admin', 'turn-on': 'admin', 'turn-off': 'admin', delete: 'admin' },
  },
  '/projects/@slug/settings/filters': { sees: 'admin', does: { filters: 'admin' } },
  '/projects/@slug/settings/scrubbing': { sees: 'admin', does: { preview: 'admin', scrubbing: 'admin' } },
  '/projects/@slug/settings/limits': {
    sees: 'admin',
    does: { 'add-limit': 'admin', 'remove-limit': 'admin', retention: 'admin' },
  },
  '/projects/@slug/settings/grouping': {
    sees: 'admin',
    does: { preview: 'admin', 'add-rule': 'admin', 'remove-rule': 'admin' },
  },
  '/projects/@slug/settings/ownership': { sees: 'admin', does: { preview: 'admin', ownership: 'admin' } },
  '/projects/@slug/settings/trackers': {
    sees: 'admin',
    does: { add: 'admin', save: 'admin', secret: 'admin', remove: 'admin', test: 'admin' },
  },
  '/projects/@slug/settings/delete': { sees: 'admin', does: { delete: 'admin' } },
  '/usage': { sees: 'viewer' },
  '/playground': { sees: 'member', does: { done: 'member', refused: 'member', fail: 'member' } },
  '/search-help': { sees: 'viewer' },
  '/settings': { sees: 'viewer', does: { '': 'viewer' } },
  '/settings/account': {
    sees: 'viewer',
    does: {
      name: 'viewer',
      password: 'viewer',
      address: 'viewer',
      withdraw: 'viewer',
      'end-session': 'viewer',
      'end-others': 'viewer',
      unlink: 'viewer',
    },
  },
  '/settings/invitations': {
    sees: 'admin',
    does: {
      invite: 'admin',
      renew: 'admin',
      revoke: 'admin',
      confirm: 'admin',
      refuse: 'admin',
      'revoke-reset': 'admin',
    },
  },
  '/settings/members': {
    sees: 'admin',
    does: {
      role: 'admin',
      reset: 'admin',
      disable: 'admin',
      enable: 'admin',
      remove: 'admin',
      unlink: 'admin',
    },
  },
  '/settings/teams': {
    sees: 'admin',
    does: { create: 'admin', rename: 'admin', delete: 'admin', add: 'admin', leave: 'admin' },
  },
  '/settings/notifications': {
    sees: 'viewer',
    does: {
      ways: 'viewer',
      quiet: 'viewer',
      digest: 'viewer',
      'begin-mail': 'viewer',
      'add-browser': 'viewer',
      'renew-browser': 'viewer',
      'remove-browser': 'viewer',
      'test-browser': 'viewer',
      unsubscribe: 'viewer',
    },
  },
  '/settings/factors': {
    sees: 'viewer',
    does: {
      'begin-app': 'viewer',
      'confirm-app': 'viewer',
      'cancel-app': 'viewer',
      'turn-app-off': 'viewer',
      'ask-passkey': 'viewer',
      'add-passkey': 'viewer',
      'rename-passkey': 'viewer',
      'remove-passkey': 'viewer',
      'renew-codes': 'viewer',
      require: 'owner',
    },
  },
  '/settings/tokens': { sees: 'viewer', does: { create: 'viewer', revoke: 'viewer' } },
  '/settings/audit': { sees: 'admin' },
  '/settings/instance': {
    sees: 'admin',
    does: { 'back-up': 'admin', 'delete-backup': 'admin', examine: 'admin' },
  },
  '/sign-in': { sees: 'stranger', does: { '': 'stranger' } },
  '/sign-in/forgot-password': { sees: 'stranger', does: { '': 'stranger' } },
  '/sign-in/link': { sees: 'stranger', does: { '': 'stranger' } },
  '/sign-in/second-step': { sees: 'stranger', does: { '': 'stranger' } },
  '/sign-out': { sees: 'viewer', does: { '': 'viewer' } },
  '/set-up/@token': { sees: 'stranger', does: { '': 'stranger' } },
  '/invitations/@token': { sees: 'stranger', does: { '': 'stranger', 'sign-out': 'stranger' } },
  '/unsubscribe/@token': { sees: 'stranger', does: { end: 'stranger', begin: 'stranger' } },
  '/acknowledge/@token': {
    sees: 'stranger',
    does: { acknowledge: 'stranger', 'take-back': 'stranger' },
  },
  '/addresses/@token': { sees: 'stranger', does: { '': 'stranger', 'sign-out': 'stranger' } },
  '/resets/@token': { sees: 'stranger', does: { '': 'stranger', 'sign-out': 'stranger' } },
}

/** Whether a role may open this page. */
export function maySee(role: Role, route: Route): boolean {
  return isEnough(role, permissions[route].sees)
}

/**
 * The role that is missing to see a page, or to send it a form. Undefined if none is missing. `role` is undefined for
 * somebody who is not signed in.
 */
export function missingRole(
  role: Role | undefined,
  route: string,
  form: URLSearchParams | undefined,
): Role | undefined {
  // The pages of a desk are all in the register, as a test checks; only sites in tests have others.
  if (!isRoute(route)) return undefined
  const { sees, does } = permissions[route]
  const forForm = form === undefined ? [] : [formNeeds(sees, does, nameOf(form))]
  return [sees, ...forForm].find((needed): needed is Role => !isEnough(role, needed))
}

/** How forms are told apart: by the value of the pressed button up to a colon, such as `assign` of `assign:7`. */
function nameOf(form: URLSearchParams): string {
  const change = form.get('change') ?? form.get('outcome') ?? ''
  return ((change === 'way' ? form.get('way') : change) ?? '').split(':', 1)[0] ?? ''
}

function formNeeds(sees: Needed, does: Permission['does'] = {}, name: string): Needed {
  return Object.hasOwn(does, name) ? (does[name] ?? sees) : mostOf([sees, ...Object.values(does)])
}

function mostOf(all: readonly Needed[]): Needed {
  const known = all.filter((needed) => needed !== 'stranger')
  return known.reduce<Needed>(
    (most, needed) => (isEnough(needed, most) ? needed : most),
    all[0] ?? 'stranger',
  )
}

function isEnough(role: Role | undefined, needed: Needed): boolean {
  return needed === 'stranger' || (role !== undefined && mayActAs(role, needed))
}
