import { mayActAs, type Role } from '#server/models/accounts/roles.ts'
import type { Route } from './pages.ts'

/** The role that a page needs. Everybody reaches the pages of a `stranger`, signed in or not. */
type Reader = Role | 'stranger'

/** Who sees a page. A page without a row is a type error. Only the server uses it. */
const sees: Readonly<Record<Route, Reader>> = {
  '/index': 'viewer',
  '/issues': 'viewer',
  '/issues/@issueId': 'viewer',
  '/issues/@issueId/delete': 'member',
  '/issues/@issueId/events/@eventId': 'viewer',
  '/issues/@issueId/users': 'viewer',
  '/users/@user': 'viewer',
  '/digests': 'viewer',
  '/digests/@digest': 'viewer',
  '/traces': 'viewer',
  '/traces/@traceId': 'viewer',
  '/performance': 'viewer',
  '/performance/route': 'viewer',
  '/logs': 'viewer',
  '/releases': 'viewer',
  '/releases/@slug/@version': 'viewer',
  '/monitors': 'viewer',
  '/monitors/@slug/@monitor': 'viewer',
  '/feedback': 'viewer',
  '/projects': 'viewer',
  '/projects/@slug': 'viewer',
  '/projects/@slug/source-maps': 'viewer',
  '/usage': 'viewer',
  '/playground': 'member',
  '/search-help': 'viewer',
  '/settings': 'viewer',
  '/settings/account': 'viewer',
  '/settings/invitations': 'admin',
  '/settings/tokens': 'viewer',
  '/settings/audit': 'admin',
  '/sign-in': 'stranger',
  '/sign-out': 'viewer',
  '/set-up/@token': 'stranger',
  '/invitations/@token': 'stranger',
  '/resets/@token': 'stranger',
}

/** Whether the pages that a role may see include this one. */
export function maySee(role: Role, route: Route): boolean {
  const needed = sees[route]
  return needed === 'stranger' || mayActAs(role, needed)
}
