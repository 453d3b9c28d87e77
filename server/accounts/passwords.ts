import { hash, verify } from '@node-rs/argon2'

/** argon2id, the package's default algorithm, with https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * This is a hash of 32 random bytes that were not kept. Its parameters are those above, so it takes the same time to
 * check.
 */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$RwKupcazTt5X9hoctb6/cQ$BhmPRxgrP4zhjHVAqDbIIVRLE09DIKRE2MWCM9tDhac'

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), ARGON2)
}

/** Without a hash, for an account that does not exist, the check takes as long and fails. */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const matches = await verify(passwordHash ?? NOBODYS_HASH, password.normalize('NFC'))
  return matches && passwordHash !== undefined
}
