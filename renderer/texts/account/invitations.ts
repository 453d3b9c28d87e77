import type { Role } from '#server/models/accounts/roles.ts'

export const title = 'Invitations'
export const intro = 'An invitation is a link that works once, for 7 days. Send it yourself.'
export const introMailed = 'An invitation is a link that works once, for 7 days.'

export const invite = {
  title: 'New invitation',
  email: 'Email',
  role: 'Role',
  teams: 'Teams',
  mail: 'Send the link by mail',
  button: 'Create invitation',
  unknownRole: 'Cannot invite: unknown role',
} as const

export const roles: Record<Role, string> = {
  viewer: 'Viewer: reads everything',
  member: 'Member: also works on issues',
  admin: 'Admin: also manages projects and members',
  owner: 'Owner: can do everything',
}

export const roleNames: Record<Role, string> = {
  viewer: 'Viewer',
  member: 'Member',
  admin: 'Admin',
  owner: 'Owner',
}

export const made = {
  title: (email: string) => `Invitation for ${email}`,
  link: 'Link',
  once: 'Copy it now: it is not shown again. It works once, until ',
} as const

/** What became of the mail with a link, also of one for a new password. */
export const mailed = {
  sent: (to: string) => `Sent to ${to}.`,
  notSent: (to: string, reason: string) => `Not sent to ${to}. ${reason} Send the link yourself.`,
} as const

/** Who made a link, where no account did. */
export const madeByCommand = 'a command'

export const pending = {
  title: 'Not accepted yet',
  none: 'No invitations are open.',
  who: 'Email',
  role: 'Role',
  by: 'Invited by',
  expires: 'Expires',
  act: 'Change',
  renew: 'New link',
  renewOf: (email: string) => `New link for ${email}`,
  mail: 'Mail new link',
  mailOf: (email: string) => `Mail new link to ${email}`,
  revoke: 'Revoke',
  revokeOf: (email: string) => `Revoke the invitation of ${email}`,
  revoked: (email: string) => `Invitation of ${email} revoked.`,
} as const

export const resets = {
  title: 'Links for a new password',
  who: 'Account',
  by: 'Made by',
  expires: 'Expires',
  act: 'Change',
  revoke: 'Revoke',
  revokeOf: (email: string) => `Revoke the link of ${email}`,
  revoked: (email: string) => `Link of ${email} revoked.`,
} as const

export const addresses = {
  title: 'New addresses',
  note: 'Confirm one only if you know that the address is theirs.',
  who: 'Account',
  to: 'New address',
  asked: 'Asked',
  act: 'Decide',
  confirm: 'Confirm',
  confirmOf: (to: string) => `Confirm ${to}`,
  refuse: 'Refuse',
  refuseOf: (to: string) => `Refuse ${to}`,
  confirmed: (from: string, to: string) => `${from} is now ${to}.`,
  refused: (from: string) => `${from} keeps its address.`,
} as const

export const unknownChange = 'Cannot change invitations: unknown action'
