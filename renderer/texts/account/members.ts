import { formatCount } from '#renderer/format/format.ts'
import type { Role } from '#server/models/accounts/roles.ts'

export const title = 'Members'
export const intro = 'The accounts that can sign in here, each with a role.'
export const you = 'you'
export const disabled = 'disabled'
export const lastSeen = 'last seen'
export const neverSeen = 'not signed in'
export const sessions = (count: number) => formatCount(count, 'session')
export const inTeams = (names: readonly string[]) =>
  `${names.length === 1 ? 'team' : 'teams'} ${names.join(', ')}`
export const noTeam = 'no team'

export const roles: Readonly<Record<Role, string>> = {
  viewer: 'Viewer',
  member: 'Member',
  admin: 'Admin',
  owner: 'Owner',
}
export const what: Readonly<Record<Role, string>> = {
  viewer: 'Reads everything in the projects they see.',
  member: 'Also works on issues and feedback.',
  admin: 'Also manages projects, members, teams and tokens.',
  owner: 'Also adds and changes owners. There is always at least one.',
}
export const rolesTitle = 'Roles'

export const roleOf = (email: string) => `Role of ${email}`
export const change = 'Change'
export const changeOf = (email: string) => `Change the role of ${email}`
export const linked = 'signs in with a provider'
export const unlink = 'Unlink provider'
export const unlinkOf = (email: string) => `Unlink the provider of ${email}`
export const isUnlinked = (email: string) => `${email} is linked to no provider now. Its sessions have ended.`
export const disable = 'Disable'
export const disableOf = (email: string) => `Disable ${email}`
export const enable = 'Enable'
export const enableOf = (email: string) => `Enable ${email}`
export const reset = 'Reset password'
export const resetOf = (email: string) => `Reset password of ${email}`
export const remove = 'Remove…'

export const removeTitle = (email: string) => `Remove ${email}?`
export const removed = (email: string) => `Removed ${email}.`
export const whatIsDeleted =
  'This deletes the account with its sessions, private views, bookmarks and memberships of teams. It cannot be undone.'
export const whatStays =
  'Changes and comments stay, with this address. Issues that are assigned to the account will be unassigned.'
export const removeButton = 'Remove'
export const cancel = 'Cancel'

export const madeReset = {
  title: (email: string) => `New password for ${email}`,
  link: 'Link',
  once: 'Copy it now and send it yourself: it is not shown again. It sets a new password once, until ',
  onceMailed: 'It is not shown again. It sets a new password once, until ',
} as const

export const isNow = (email: string, role: Role) =>
  `${email} is ${/^[ao]/.test(role) ? 'an' : 'a'} ${role} now.`
export const isDisabled = (email: string) => `${email} can no longer sign in. Its sessions have ended.`
export const isEnabled = (email: string) => `${email} can sign in again.`
export const unknownChange = 'Cannot change the member: unknown change'
