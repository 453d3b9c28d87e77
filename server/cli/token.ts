import { createAccess } from '#server/accounts/access.ts'
import { createToken, parseLifetime } from '#server/accounts/tokens.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { parseScopes, TOKEN_SCOPES } from '#server/models/accounts/scopes.ts'
import type { TokenRow } from '#server/store/accounts/tokens.ts'
import { findProjectRow } from '#server/store/projects/projects.ts'
import { type Command, type CommandCall, type CommandResult, withStore } from './command.ts'
import { formatMinute, formatTable } from './table.ts'

export const tokenCommands: Command[] = [
  {
    words: ['token', 'add'],
    argument: 'NAME',
    options: '[--scope SCOPE,…] [--project SLUG,…] [--expires 90d]',
    flags: ['scope', 'project', 'expires'],
    summary:
      'create an API token of the organization (read-only by default) and print it once; scopes are those of Sentry, or read, write or releases for short',
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
  const { scope: givenScopes = 'read', expires, project } = call.flags
  const refuse = (message: string) => ({ refusal: `Cannot add the token: ${message}` })
  const scopes = parseScopes(givenScopes)
  const name = call.argument.trim()
  if (!scopes) return refuse(`scope "${givenScopes}" is not one or more of ${TOKEN_SCOPES.join(', ')}`)
  if (name === '' || name.length > 80) return refuse('its name must have 1 to 80 characters')
  const lifetimeMs = expires === undefined ? null : parseLifetime(expires)
  if (lifetimeMs === undefined)
    return refuse(`"${expires}" is not a duration like 12h, 90d, 6w or 1y, up to 10y`)
  const now = call.clock()
  const expiresAt = lifetimeMs === null ? null : now + lifetimeMs
  return withStore(call, async (store) => {
    const slugs = project === undefined ? null : project.split(',')
    const projects = slugs && (await Promise.all(slugs.map((slug) => findProjectRow(store.db, slug.trim()))))
    const unknown = slugs?.find((_, index) => projects?.[index] === undefined)
    if (unknown !== undefined) return refuse(`there is no project "${unknown}"`)
    const { id, token } = await store.write((trx) =>
      createToken(trx, {
        name,
        scopes,
        now,
        random: call.random,
        by: COMMAND,
        projectIds: projects?.flatMap((found) => (found ? [found.id] : [])) ?? null,
        expiresAt,
        publicUrl: call.config.publicUrl,
      }),
    )
    const end = expiresAt === null ? '' : ` It expires on ${formatMinute(expiresAt)} UTC.`
    return {
      json: { id, name, scopes, projects: slugs, token, expiresAt },
      text: `${token}\nSave it now: it is not shown again.${end}`,
    }
  })
}

function listAll(call: CommandCall): Promise<CommandResult> {
  return withStore(call, async (store) => {
    const tokens = await createAccess(store, call.clock, COMMAND).listTokens()
    const rows = tokens.map((token) => toRow(token, call.clock()))
    return {
      json: tokens.map(({ scope, ...token }) => ({ ...token, scopes: parseScopes(scope) ?? [] })),
      text: rows.length === 0 ? 'There are no tokens' : formatTable(rows),
    }
  })
}

function toRow(token: TokenRow, now: number): string[] {
  const { id, name, scope, createdAt, expiresAt, lastUsedAt, owner, projects } = token
  const end = expiresAt === null ? 'never expires' : expiresAt > now ? 'expires' : 'expired'
  return [
    String(id),
    owner ?? 'organization',
    `created ${formatMinute(createdAt)}`,
    expiresAt === null ? end : `${end} ${formatMinute(expiresAt)}`,
    lastUsedAt === null ? 'never used' : `used ${formatMinute(lastUsedAt)}`,
    projects === null ? 'all projects' : projects.join(',') || 'no project',
    scope,
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
