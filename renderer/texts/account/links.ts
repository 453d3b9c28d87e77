import type { OpenedLink } from '#server/models/accounts/links.ts'

// The texts of the pages that links open: an invitation, and a password's reset.

/** Why a link opens nothing. */
type Closed = Exclude<OpenedLink['state'], 'open'>

/** The texts of the page that a link opens. */
export interface LinkTexts {
  title: string
  /** Whom the link is for. */
  intro: (email: string) => string
  button: string
  closed: Record<Closed, { title: string; text: string }>
}

export const invitation: LinkTexts = {
  title: 'Join this desk',
  intro: (email) => `You were invited as ${email}. Choose a name and a password.`,
  button: 'Join',
  closed: {
    used: {
      title: 'This invitation was used',
      text: 'Sign in with the password that was chosen then. If that was not you, tell an admin.',
    },
    revoked: { title: 'This invitation was revoked', text: 'Ask an admin for a new one.' },
    replaced: {
      title: 'This invitation was replaced',
      text: 'A newer link was made for you. Use that one, or ask an admin for another.',
    },
    expired: {
      title: 'This invitation has expired',
      text: 'Invitations work for 7 days. Ask an admin for a new one.',
    },
    unknown: {
      title: 'There is no such invitation',
      text: 'Check that you copied the whole link, or ask an admin for a new one.',
    },
  },
}

export const reset: LinkTexts = {
  title: 'Choose a new password',
  intro: (email) => `For ${email}. This signs you out everywhere else.`,
  button: 'Save password',
  closed: {
    used: {
      title: 'This link was used',
      text: 'Sign in with the password that was chosen then. If that was not you, tell an admin.',
    },
    revoked: { title: 'This link was revoked', text: 'Ask an admin for a new one if you still need it.' },
    replaced: {
      title: 'This link was replaced',
      text: 'A newer link was made for you. Use that one, or ask an admin for another.',
    },
    expired: { title: 'This link has expired', text: 'It worked for 24 hours. Ask an admin for a new one.' },
    unknown: {
      title: 'There is no such link',
      text: 'Check that you copied the whole link, or ask an admin for a new one.',
    },
  },
}

export const name = 'Name'
export const nameHint = 'Others see it beside what you do. You can change it later.'
export const newPassword = 'New password'
export const worksUntil = 'This link works once, until '
export const otherAccount = {
  title: 'You are signed in with another account',
  text: (signedInAs: string, email: string) =>
    `This link is for ${email}, and you are signed in as ${signedInAs}. Sign out to use it.`,
  signOut: 'Sign out',
  refused: 'Cannot use this link: you are signed in with another account',
  stay: 'Stay signed in',
} as const
export const passwordSaved = 'Password saved. Sign in with it.'
export const joined = 'Welcome. Your account is ready.'
export const resetDone = 'Password saved. You are signed out everywhere else.'

/** The page that confirms a new address. */
export const newAddress = {
  title: 'Confirm your new address',
  intro: (from: string, to: string) =>
    `The account ${from} asked for the address ${to}. You sign in with it from then on.`,
  button: 'Confirm',
  done: (to: string) => `Your address is ${to} now.`,
  closed: {
    used: { title: 'This link was used', text: 'The address is confirmed. Sign in with it.' },
    revoked: {
      title: 'This link was revoked',
      text: 'The account keeps its address. Ask for the new one again on your account page.',
    },
    replaced: {
      title: 'This link was replaced',
      text: 'Another address was asked for since. Use the link in the newest mail.',
    },
    expired: {
      title: 'This link has expired',
      text: 'It worked for 7 days. Ask for the address again on your account page.',
    },
    unknown: { title: 'There is no such link', text: 'Check that you copied the whole link.' },
  },
} as const
