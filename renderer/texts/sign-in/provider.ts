// The texts of signing in with an OpenID provider.

export const signInWith = (name: string) => `Sign in with ${name}`
/** On an invitation, where there is no account yet. */
export const continueWith = (name: string) => `Continue with ${name}`
export const addressThere = (name: string, email: string) => `${name} must know you as ${email}.`
export const ownersOnly = 'Only owners sign in with a password.'

/** Why nobody was signed in, by the word in the address. */
const problems = new Map<string, (name: string) => string>([
  ['unreachable', (name) => `Cannot sign in: ${name} did not answer. Try again later, or use your password`],
  ['refused', (name) => `Cannot sign in: ${name} did not confirm who you are. Try again`],
  ['over', (name) => `Cannot sign in: the visit to ${name} took too long, or was used before. Begin again`],
  ['unverified', (name) => `Cannot sign in: ${name} has no verified email address of yours`],
  ['domain', () => 'Cannot sign in: addresses of your domain may not use this desk'],
  ['unknown', () => 'Cannot sign in: no account has your address. Ask an admin to invite you'],
  ['disabled', () => 'Cannot sign in: this account is disabled'],
  ['taken', () => 'Cannot sign in: this account was just linked to another user'],
])

/** Undefined for any other word. */
export function problemOf(word: string | null, name: string): string | undefined {
  return problems.get(word ?? '')?.(name)
}

export const link = {
  title: 'Link your account',
  intro: (name: string) =>
    `${name} has signed you in. Enter the password of your account here once to link it.`,
  as: 'Account',
  button: 'Link and sign in',
  other: 'Use another account',
} as const

export const own = {
  title: 'Sign-in provider',
  none: (name: string) => `Your account is not linked to ${name}. Sign in with it once to link it.`,
  link: (name: string) => `Link to ${name}`,
  /** A time follows. */
  since: 'linked',
  unlink: 'Unlink',
  unlinkNamed: (name: string) => `Unlink ${name}`,
  unlinked: 'Unlinked. Sign in with your password from now on.',
  gone: 'Cannot unlink: the account is not linked to this provider',
} as const
