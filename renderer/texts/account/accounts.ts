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
