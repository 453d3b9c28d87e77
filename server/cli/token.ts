import { createAccess } from '#server/accounts/access.ts'
import { createToken, parseLifetime, parseTokenScope } from '#server/accounts/tokens.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import type { TokenRow } from '#server/store/accounts/tokens.ts'
import { type Command, type CommandCall, type CommandResult, withStore } from './command.ts'
import { formatMinute, formatTable } from './table.ts'

export const tokenCommands: Command[] = [
  {
    words: ['token', 'add'],
    argument: 'NAME',
    options: '[--scope read|write|releases] [--expires 90d]',
    flags: ['scope', 'expires'],
    summary:
      'create an API token (read-only by default) and print it once; it can expire after hours, days, weeks or years',
    run: addToken,
  },
  { words: ['token', 'list'], flags: [], summary: 'list tokens, and when they were last used', run: listAll },
  {
    words: ['token', 'revoke'],
    argument: 'ID',
    flags: [],
    summary: 'revoke a token immediately',
    run: revoke,
  },
]

async function addToken(call: CommandCall): Promise<CommandResult> {
  const { scope: givenScope = 'read', expires } = call.flags
  const scope = parseTokenScope(givenScope)
  const name = call.argument.trim()
  if (!scope) return { refusal: `Cannot add the token: scope "${givenScope}" is not read, write or releases` }
  if (name === '' || name.length > 80)
    return { refusal: 'Cannot add the token: its name must have 1 to 80 characters' }
  const lifetimeMs = expires === undefined ? null : parseLifetime(expires)
  if (lifetimeMs === undefined) {
    return {
      refusal: `Cannot add the token: "${expires}" is not a duration like 12h, 90d, 6w or 1y, up to 10y`,
    }
  }
  const now = call.clock()
  const expiresAt = lifetimeMs === null ? null : now + lifetimeMs
  return withStore(call, async (store) => {
    const { id, token } = await store.write((trx) =>
      createToken(trx, {
        name,
        scope,
        now,
        random: call.random,
        by: COMMAND,
        expiresAt,
        publicUrl: scope === 'releases' ? call.config.publicUrl : undefined,
      }),
    )
    const end = expiresAt === null ? '' : ` It expires on ${formatMinute(expiresAt)} UTC.`
    return {
      json: { id, name, scope, token, expiresAt },
      text: `${token}\nSave it now: it is not shown again.${end}`,
    }
  })
}

function listAll(call: CommandCall): Promise<CommandResult> {
  return withStore(call, async (store) => {
    const tokens = await createAccess(store, call.clock, COMMAND).listTokens()
    const rows = tokens.map((token) => toRow(token, call.clock()))
    return { json: tokens, text: rows.length === 0 ? 'There are no tokens' : formatTable(rows) }
  })
}

function toRow({ id, name, scope, createdAt, expiresAt, lastUsedAt }: TokenRow, now: number): string[] {
  const end = expiresAt === null ? 'never expires' : expiresAt > now ? 'expires' : 'expired'
  return [
    String(id),
    scope,
    `created ${formatMinute(createdAt)}`,
    expiresAt === null ? end : `${end} ${formatMinute(expiresAt)}`,
    lastUsedAt === null ? 'never used' : `used ${formatMinute(lastUsedAt)}`,
    name,
  ]
}

function revoke(call: CommandCall): Promise<CommandResult> {
  return withStore(call, async (store) => {
    const id = /^\d{1,15}$/.test(call.argument) ? Number(call.argument) : 0
    const token = await createAccess(store, call.clock, COMMAND).revokeToken(id)
    if (!token) {
      return {
        refusal: `Cannot revoke the token: there is no token "${call.argument}"; "token list" shows the ids`,
      }
    }
    return {
      json: { id, name: token.name, isRevoked: true },
      text: `Token ${id} (${token.name}) is revoked`,
    }
  })
}
