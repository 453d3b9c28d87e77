import type { Generated } from 'kysely'
import type { LinkEnd } from '#server/models/accounts/links.ts'
import type { Role } from '#server/models/accounts/roles.ts'

/** Accounts, and everything by which a user or a script is signed in. */
export interface AccountTables {
  account: AccountTable
  session: SessionTable
  known_device: KnownDeviceTable
  token: TokenTable
  token_project: TokenProjectTable
  team: TeamTable
  team_member: TeamMemberTable
  team_project: TeamProjectTable
  account_link: AccountLinkTable
  account_totp: AccountTotpTable
  recovery_code: RecoveryCodeTable
  passkey: PasskeyTable
  account_identity: AccountIdentityTable
  audit_entry: AuditEntryTable
}

interface AccountTable {
  id: Generated<number>
  email: string
  /** What others see beside the address; empty where none was given. */
  name: Generated<string>
  password_hash: string
  role: Role
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
  /** The time is exact to some minutes; null where it was not used since it began. */
  last_used_at: Generated<number | null>
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
  /** Whose it is; null for the organization's. */
  account_id: Generated<number | null>
  /** Null where a command made it, or whoever did was removed. */
  created_by: Generated<number | null>
  /** 1 where it is for the projects of `token_project` only: for none, once they are all deleted. */
  is_bound: Generated<number>
}

/** The projects of tokens that are bound to some. */
interface TokenProjectTable {
  token_id: number
  project_id: number
}

interface TeamTable {
  id: Generated<number>
  slug: string
  name: string
  created_at: number
}

interface TeamMemberTable {
  team_id: number
  account_id: number
}

/** Who sees a project whose access is by team. */
interface TeamProjectTable {
  team_id: number
  project_id: number
}

/** A link that lets somebody in once: an invitation, a password's reset, a new address that is to be confirmed. */
interface AccountLinkTable {
  /** SHA-256 of the link's secret, hex. */
  token_hash: string
  kind: string
  /** Null for an invitation. */
  account_id: number | null
  email: string
  /** The role that an invitation gives. */
  role: Role | null
  /** A JSON list of the teams that an invitation gives. */
  team_ids: Generated<string>
  /** Null where a command made it, or whoever did was removed. */
  created_by: number | null
  created_at: number
  expires_at: number
  /** Why it opens nothing any more; null while it does, until it expires. */
  ended: Generated<LinkEnd | null>
}

/** One-time codes of an authenticator app: https://www.rfc-editor.org/rfc/rfc6238 */
interface AccountTotpTable {
  account_id: number
  /** Base32. */
  secret: string
  created_at: number
  /** Null until its first code was typed. */
  confirmed_at: number | null
  /** The time step of the last code that was taken: none is taken twice. */
  last_step: number | null
}

interface RecoveryCodeTable {
  account_id: number
  /** SHA-256, hex. */
  code_hash: string
  used_at: number | null
}

interface PasskeyTable {
  /** The credential's id, Base64url. */
  id: string
  account_id: number
  name: string
  /** COSE, Base64url. */
  public_key: string
  sign_count: number
  /** A JSON list. */
  transports: Generated<string>
  created_at: number
  last_used_at: number | null
}

/** Who an account is at an OpenID provider. */
interface AccountIdentityTable {
  issuer: string
  subject: string
  account_id: number
  created_at: number
}

/** What somebody did; rows are only added. */
interface AuditEntryTable {
  id: Generated<number>
  at: number
  /** Null where a command or nobody known did it. */
  account_id: number | null
  /** The name of then: an account's address, a token's name, or "command". */
  actor: string
  ip: string | null
  action: string
  target: string
  /** JSON. */
  details: Generated<string>
}
