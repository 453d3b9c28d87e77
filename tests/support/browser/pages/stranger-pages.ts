import { addressPath } from '#renderer/paths.ts'
import { hashSecret } from '#server/accounts/secrets.ts'
import { type DeskProcess, owner } from '#tests/support/desk/desk-process.ts'
import { queryDesk } from '#tests/support/desk/processes/desk-database.ts'
import type { FormUse, Place } from './place.ts'

/** Browsers take it for an address. */
const TOO_LONG = `${'x'.repeat(60)}@${'example.'.repeat(30)}com`

/** Pages for signing in, and those of links to people who are not signed in. */
export async function openStrangerPages(
  desk: DeskProcess,
): Promise<{ places: Record<string, Place>; forms: Record<string, FormUse> }> {
  const reset = await makeReset(desk, 'forgetful@example.com')
  const shownReset = await makeReset(desk, 'still-forgetful@example.com')
  const newAddress = await askForAddress(desk, 'forgetful@example.com')
  const shownAddress = await askForAddress(desk, 'still-forgetful@example.com')
  return {
    places: {
      '/addresses/@token': { path: shownAddress, heading: 'Confirm your new address', isPublic: true },
      '/resets/@token': { path: shownReset, heading: 'Choose a new password', isPublic: true },
      '/sign-in': { path: '/sign-in', heading: 'Sign in', isPublic: true },
      '/sign-in/forgot-password': {
        path: '/sign-in/forgot-password',
        heading: 'Forgot your password?',
        isPublic: true,
      },
      // where no provider has signed anybody in
      '/sign-in/link': { path: '/sign-in/link', heading: 'Sign in', endsAt: '/sign-in', isPublic: true },
      // without a sign-in that waits there
      '/sign-in/second-step': {
        path: '/sign-in/second-step',
        heading: 'Sign in',
        endsAt: '/sign-in',
        isPublic: true,
      },
    },
    forms: {
      '/addresses/@token': { path: newAddress, isPublic: true, button: 'Confirm', heading: 'Sign in' },
      '/sign-in/forgot-password': {
        path: '/sign-in/forgot-password',
        isPublic: true,
        typed: { Email: 'nobody@example.com' },
        button: 'Send link',
        heading: 'Check your mail',
        refused: {
          typed: { Email: TOO_LONG },
          says: 'Cannot mail a link',
          kept: { Email: TOO_LONG },
        },
      },
      '/resets/@token': {
        path: reset,
        isPublic: true,
        typed: { 'New password': owner.password },
        button: 'Save password',
        heading: 'Issues',
        refused: {
          path: shownReset,
          typed: { 'New password': 'x'.repeat(1_025) },
          says: 'Cannot use this password',
          kept: { 'New password': '' },
        },
      },
      '/sign-in': {
        path: '/sign-in',
        isPublic: true,
        typed: { Email: owner.email, Password: owner.password },
        button: 'Sign in',
        heading: 'Issues',
        refused: {
          typed: { Email: owner.email, Password: 'a wrong password' },
          says: 'Cannot sign in',
          kept: { Email: owner.email, Password: '' },
        },
      },
      // Where no provider has signed anybody in, it leads to the first step (openid-connect.test.ts has the second).
      '/sign-in/link': {
        path: '/sign-in/link',
        isPublic: true,
        typed: { Email: owner.email, Password: owner.password },
        button: 'Sign in',
        heading: 'Issues',
        refused: {
          typed: { Email: owner.email, Password: 'a wrong password' },
          says: 'Cannot sign in',
          kept: { Email: owner.email, Password: '' },
        },
      },
      // Without a sign-in that waits there, it leads to the first step (factors.test.ts has the second).
      '/sign-in/second-step': {
        path: '/sign-in/second-step',
        isPublic: true,
        typed: { Email: owner.email, Password: owner.password },
        button: 'Sign in',
        heading: 'Issues',
        refused: {
          typed: { Email: owner.email, Password: 'a wrong password' },
          says: 'Cannot sign in',
          kept: { Email: owner.email, Password: '' },
        },
      },
    },
  }
}

/** The path of the link that would be mailed to a new address of this account. */
async function askForAddress(desk: DeskProcess, email: string): Promise<string> {
  const token = `new-address-of-${email}`
  await queryDesk(
    desk,
    `insert into account_link (token_hash, kind, account_id, email, created_by, created_at, expires_at)
    select ?, 'email', id, ?, id, cast(? as bigint), cast(? as bigint) from account where email = ?`,
    [hashSecret(token), `new-${email}`, Date.now(), Date.now() + 600_000, email],
  )
  return addressPath(token)
}

/** The path of an invitation's link. */
export async function invite(desk: DeskProcess, email: string): Promise<string> {
  return pathOfLink(await desk.cli('user', 'invite', email, '--json'))
}

async function makeReset(desk: DeskProcess, email: string): Promise<string> {
  await desk.cli('user', 'add', email)
  return pathOfLink(await desk.cli('user', 'reset', email, '--json'))
}

function pathOfLink(json: string): string {
  const { link } = JSON.parse(json) as { link: string }
  return new URL(link).pathname
}
