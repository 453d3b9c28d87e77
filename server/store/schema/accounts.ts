import type { Generated } from 'kysely'

/** Accounts, and everything by which a user or a script is signed in. */
export interface AccountTables {
  account: AccountTable
  session: SessionTable
  known_device: KnownDeviceTable
  token: TokenTable
}

interface AccountTable {
  id: Generated<number>
  email: string
  password_hash: string
  role: string
  created_at: number
  /** Since when nobody may sign in as it; null where they may. */
  disabled_at: number | null
}

interface SessionTable {
  /** SHA-256 of the cookie's value, hex: what is stored cannot be used to sign in. */
  token_hash: string
  account_id: number
  created_at: number
  expires_at: number
  /** Where it began: for people who look for one that is not theirs. */
  ip: string | null
  user_agent: string | null
}

/** A browser in which somebody signed in to the account. */
interface KnownDeviceTable {
  /** SHA-256 of the cookie's value, hex. */
  token_hash: string
  account_id: number
  created_at: number
  expires_at: number
}

interface TokenTable {
  id: Generated<number>
  name: string
  token_hash: string
  scope: string
  created_at: number
  /** Null for those that don't end. */
  expires_at: number | null
  /** The time is exact to the minute; null where the token was never used. */
  last_used_at: number | null
}
