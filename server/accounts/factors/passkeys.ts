import { hash } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { PasskeyRow } from '#server/store/accounts/factors/passkey-rows.ts'
import type { RelyingParty } from './relying-party.ts'

export type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON }

/** The package and its parsers of certificates take 30 MB of memory, which a desk without passkeys need not have. */
const load = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256, which browsers have: https://www.iana.org/assignments/cose/cose.xhtml#algorithms */
const ALGORITHMS = [-8, -7, -257]

const LONGEST_CREDENTIAL = 20_000

/** Options for a new passkey, as the browser takes them. `known` are the account's passkeys: their devices refuse a second one. */
export async function creationOptions(
  { id: rpID }: RelyingParty,
  account: { id: number; email: string; createdAt: number },
  known: readonly PasskeyRow[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await load()
  return generateRegistrationOptions({
    rpName: 'Crumbtrail',
    rpID,
    userName: account.email,
    userID: userHandleOf(account),
    excludeCredentials: descriptorsOf(known),
    // A key that cannot check its user, or has no room to be found by, is still a second factor.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** Options for signing in. Without `allowed`, the browser offers every passkey that it finds. */
export async function requestOptions(
  { id: rpID }: RelyingParty,
  allowed: readonly PasskeyRow[] | undefined,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await load()
  return generateAuthenticationOptions({
    rpID,
    userVerification: allowed === undefined ? 'required' : 'preferred',
    ...(allowed && { allowCredentials: descriptorsOf(allowed) }),
  })
}

/** Returns what is to be stored of a new passkey; undefined if the answer is not right. */
export async function checkCreation(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  { credential, challenge }: { credential: string; challenge: string },
): Promise<Pick<PasskeyRow, 'id' | 'publicKey' | 'signCount' | 'transports'> | undefined> {
  const response = parseCredential(credential)
  if (response === undefined) return undefined
  const { verifyRegistrationResponse } = await load()
  const checked = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON, // foreign text: the package checks each part
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(noAnswer)
  if (!checked?.verified) return undefined
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential
  return {
    id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    signCount: counter,
    transports: transports.filter((each) => typeof each === 'string').slice(0, 10),
  }
}

/** Returns the new counter; undefined if the answer is not right, or its counter went back: it may be a copy's. */
export async function checkAssertion(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  given: { credential: string; challenge: string; passkey: PasskeyRow; requireUserVerification: boolean },
): Promise<number | undefined> {
  const response = parseCredential(given.credential)
  if (response === undefined) return undefined
  const { id, publicKey, signCount, transports } = given.passkey
  const { verifyAuthenticationResponse } = await load()
  const checked = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON, // foreign text: the package checks each part
    expectedChallenge: given.challenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: given.requireUserVerification,
    credential: {
      id,
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      counter: signCount,
      transports,
    },
  }).catch(noAnswer)
  return checked?.verified ? checked.authenticationInfo.newCounter : undefined
}

/** Returns the id of the passkey that a browser's answer names. */
export function credentialIdOf(credential: string): string | undefined {
  const { id } = parseCredential(credential) ?? {}
  return typeof id === 'string' ? id : undefined
}

/** Whether the answer names the account as its user, or nobody. */
export function isUserOf(credential: string, account: { id: number; createdAt: number }): boolean {
  const { response } = parseCredential(credential) ?? {}
  const handle = typeof response === 'object' && response ? Reflect.get(response, 'userHandle') : undefined
  return handle === undefined || handle === Buffer.from(userHandleOf(account)).toString('base64url')
}

/** The package throws what is wrong with an answer. Whoever sent it is told only that it is. */
function noAnswer(): undefined {
  return undefined
}

function parseCredential(text: string): Record<string, unknown> | undefined {
  if (text.length > LONGEST_CREDENTIAL) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function descriptorsOf(passkeys: readonly PasskeyRow[]) {
  return passkeys.map(({ id, transports }) => ({ id, transports }))
}

/**
 * Names the account to a passkey. It says nothing about the user, and differs between desks on one domain, where the same
 * name would replace the other desk's passkey.
 */
function userHandleOf({ id, createdAt }: { id: number; createdAt: number }) {
  return new Uint8Array(hash('sha256', `crumbtrail ${id} ${createdAt}`, 'buffer'))
}
