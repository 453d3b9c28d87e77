/** Who does something, and from where. It is made once for each request or command, for the audit log. */
export interface Actor {
  /** Null for commands, for tokens of the organization, and for strangers. */
  accountId: number | null
  /** A name as it is now: an account's address, `token "CI"`, `ada@example.com, token "CI"`, or `command`. */
  actor: string
  ip: string | null
}

/** Whoever runs a command can read the database, so it says nothing more of them. */
export const COMMAND: Actor = { accountId: null, actor: 'command', ip: null }

/** A stranger, or nobody whom we know. */
export const NOBODY: Actor = { accountId: null, actor: 'nobody', ip: null }

/** Names an account that is signed in. */
export function toActor(account: { id: number; email: string }, ip: string | null): Actor {
  return { accountId: account.id, actor: account.email, ip }
}
