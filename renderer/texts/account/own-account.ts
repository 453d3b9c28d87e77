import { formatCount } from '#renderer/format/format.ts'

export const title = 'Account'
export const intro = 'Your name, address, password and sessions.'

export const name = {
  title: 'Profile',
  label: 'Name',
  hint: 'Others see it beside what you do. Without one they see your address.',
  save: 'Save name',
  saved: 'Name saved.',
} as const

export const address = {
  title: 'Address',
  label: 'New address',
  password: 'Your password',
  atOnce: 'You sign in with it from then on.',
  needsMail:
    'You get a mail there with a link that confirms it. Until then you sign in with the current one.',
  needsAdmin: 'An admin has to confirm it. Until then you sign in with the current one.',
  save: 'Change address',
  changed: (email: string) => `Your address is ${email} now.`,
  asked: (email: string) => `You asked for ${email}. An admin has to confirm it.`,
  mailed: (email: string) => `A link was sent to ${email}. Open it to confirm the address.`,
  notMailed: (email: string, failure: string) =>
    `You asked for ${email}, but the mail with the link was not sent. ${failure} Try again, or ask an admin to confirm the address.`,
  /** A time follows. */
  waits: (email: string) => `${email} waits for an admin until `,
  waitsForMail: (email: string) => `${email} is confirmed by the link in the mail, or by an admin, until `,
  withdraw: 'Withdraw',
  withdrawn: 'You keep your address.',
} as const

export const password = {
  title: 'Password',
  present: 'Current password',
  next: 'New password',
  save: 'Change password',
  note: 'Ends your sessions everywhere else.',
  changed: (ended: number) => `Password changed. ${formatCount(ended, 'other session')} ended.`,
} as const

export const sessions = {
  title: 'Sessions',
  device: 'Device',
  unknownDevice: 'Unknown device',
  here: 'this one',
  ip: 'Address',
  unknownIp: 'unknown',
  began: 'Began',
  used: 'Last used',
  end: 'End',
  endOf: (device: string) => `End the session on ${device}`,
  act: 'End it',
  ended: 'Session ended.',
  gone: 'Cannot end the session: it has ended already',
  endOthers: 'End all others',
  endedOthers: (count: number) => `${formatCount(count, 'session')} ended.`,
} as const

export const unknownChange = 'Cannot change the account: unknown action'
