// The texts for signing in and out, and for the first account.

export const signIn = 'Sign in'
export const signOut = 'Sign out'
export const email = 'Email'
export const password = 'Password'
export const setUpTitle = 'Set up this desk'
export const setUpIntro = 'The first account is the owner. This link works once.'
export const passwordRule = 'At least 12 characters.'
export const createOwner = 'Create the owner’s account'

export function signedInAs(who: string): string {
  return `You are signed in as ${who}.`
}

/** The page for who forgot the password. */
export const forgotten = {
  title: 'Forgot your password?',
  intro: 'Enter the address of your account. You get a mail with a link to choose a new password.',
  button: 'Send link',
  sentTitle: 'Check your mail',
  sent: (email: string) =>
    `If ${email} has an account here that signs in with a password, a link is on its way. It works once and for 24 hours. Check your spam folder if it does not arrive.`,
  noMail: 'This desk sends no mail. Ask an admin for a link to choose a new password.',
  orPrint: 'Or print one on the server:',
  command: 'npm run crumbtrail -- user reset EMAIL',
  back: 'Back to sign-in',
} as const
