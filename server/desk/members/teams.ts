import type { Transaction } from 'kysely'
import type { Actor } from '#server/models/accounts/actor.ts'
import type { AuditAction } from '#server/models/accounts/audit.ts'
import type { Refusal } from '#server/models/refusal.ts'
import { findAccountName } from '#server/store/accounts/account-names.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import {
  findProjectAccess,
  type ProjectAccess,
  saveProjectAccess,
  versionOfAccess,
} from '#server/store/accounts/members/project-access.ts'
import * as stored from '#server/store/accounts/members/teams.ts'
import type { Store } from '#server/store/engine/store.ts'
import { slugify } from '#server/store/projects/projects.ts'
import type { Database } from '#server/store/schema/schema.ts'

export interface DeskTeams {
  /** By their name. */
  list(): Promise<stored.Team[]>
  create(name: string): Promise<TeamChanged | Refusal>
  /** `was` is the name that the form showed: the change is refused when it is another one by now. */
  rename(id: number, given: { name: string; was: string }): Promise<TeamChanged | Refusal>
  delete(id: number): Promise<TeamChanged | Refusal>
  addMember(id: number, accountId: number): Promise<MembershipChanged | Refusal>
  removeMember(id: number, accountId: number): Promise<MembershipChanged | Refusal>
  /** Undefined when there is no such project. */
  findProjectAccess(slug: string): Promise<(ProjectAccess & { version: string }) | undefined>
  /** `was` is the version that the form showed: the change is refused when it is something else by now. */
  changeProjectAccess(
    slug: string,
    given: { access: string; teamIds: readonly number[]; was: string },
  ): Promise<ProjectAccess | Refusal>
}

interface TeamChanged {
  name: string
}

interface MembershipChanged extends TeamChanged {
  email: string
}

const LONGEST_NAME = 60
const GONE = 'it no longer exists'

interface TeamsOptions {
  clock: () => number
  by: Actor
  /** The store as the viewer sees it: who sees a project is nobody's business who does not see it. */
  seen: Store
}

/** Teams are of the whole store. */
export function createDeskTeams(store: Store, { clock, by, seen }: TeamsOptions): DeskTeams {
  type Trx = Transaction<Database>
  type Details = Readonly<Record<string, string | readonly string[]>>
  const record = (trx: Trx, action: AuditAction, target: string, details: Details = {}) =>
    recordAudit(trx, { ...by, at: clock(), action, target, details })

  /** Runs `work` with a team that exists, or refuses. */
  const withTeam = <Done>(
    verb: string,
    id: number,
    work: (trx: Trx, team: TeamName) => Promise<Done | Refusal>,
  ) =>
    store.write(async (trx) => {
      const team = Number.isSafeInteger(id) ? await stored.findTeam(trx, id) : undefined
      return team === undefined ? { refusal: `Cannot ${verb}: ${GONE}` } : work(trx, team)
    })

  const changeMembership = (id: number, accountId: number, verb: 'add' | 'remove') =>
    withTeam(`${verb} the member of the team`, id, async (trx, { name }) => {
      const account = Number.isSafeInteger(accountId) ? await findAccountName(trx, accountId) : undefined
      if (account === undefined)
        return { refusal: `Cannot ${verb} the member: choose an account`, field: 'account' }
      const change = verb === 'add' ? stored.addTeamMember : stored.removeTeamMember
      await change(trx, { teamId: id, accountId })
      await record(trx, `team.member.${verb}`, name, { member: account.email })
      return { name, email: account.email }
    })

  return {
    list: () => stored.listTeams(store.db),
    async create(given) {
      const name = given.trim()
      const slug = slugify(name)
      const refusal = refusalOfName(name)
      if (refusal !== undefined) return { refusal: `Cannot create the team: ${refusal}`, field: 'name' }
      return store.write(async (trx) => {
        const id = await stored.insertTeam(trx, { slug, name, createdAt: clock() })
        if (id === undefined)
          return { refusal: `Cannot create the team: the name "${slug}" is taken`, field: 'name' }
        await record(trx, 'team.add', name)
        return { name }
      })
    },
    rename: (id, { name: given, was }) =>
      withTeam('rename the team', id, async (trx, team) => {
        const name = given.trim()
        const refusal =
          refusalOfName(name) ??
          (team.name === was ? undefined : `it was renamed to "${team.name}" in the meantime`)
        if (refusal !== undefined) return { refusal: `Cannot rename the team: ${refusal}` }
        await stored.renameTeam(trx, id, name)
        await record(trx, 'team.rename', name, { was: team.name })
        return { name }
      }),
    delete: (id) =>
      withTeam('delete the team', id, async (trx, { name, slug }) => {
        await stored.deleteTeam(trx, { id, slug }, clock())
        await record(trx, 'team.remove', name)
        return { name }
      }),
    addMember: (id, accountId) => changeMembership(id, accountId, 'add'),
    removeMember: (id, accountId) => changeMembership(id, accountId, 'remove'),
    async findProjectAccess(slug) {
      const found = await findProjectAccess(seen.db, slug)
      return found && { access: found.access, teamIds: found.teamIds, version: versionOfAccess(found) }
    },
    async changeProjectAccess(slug, given) {
      const refuse = (reason: string) => ({ refusal: `Cannot change who sees the project: ${reason}` })
      if ((await findProjectAccess(seen.db, slug)) === undefined) return refuse(GONE)
      return store.write(async (trx) => {
        const found = await findProjectAccess(trx, slug)
        if (found === undefined) return refuse(GONE)
        const teams = (await stored.listTeams(trx)).filter(({ id }) => given.teamIds.includes(id))
        const refusal = refusalOfAccess(found, teams, given)
        if (refusal !== undefined) return refuse(refusal)
        const access = given.access === 'teams' ? 'teams' : 'all'
        const teamIds = teams.map(({ id }) => id).sort((a, b) => a - b)
        await saveProjectAccess(trx, found.id, { access, teamIds })
        const names = access === 'teams' ? teams.map(({ name }) => name) : []
        await record(trx, 'project.access', slug, { access, teams: names })
        return { access, teamIds }
      })
    },
  }
}

type TeamName = NonNullable<Awaited<ReturnType<typeof stored.findTeam>>>

function refusalOfName(name: string): string | undefined {
  if (slugify(name) === '') return 'its name has neither a letter nor a digit'
  return name.length > LONGEST_NAME ? `its name has more than ${LONGEST_NAME} characters` : undefined
}

function refusalOfAccess(
  found: ProjectAccess,
  teams: readonly object[],
  { access, teamIds, was }: { access: string; teamIds: readonly number[]; was: string },
): string | undefined {
  if (access !== 'all' && access !== 'teams') return 'choose everybody or teams'
  if (was !== versionOfAccess(found)) return 'it changed in the meantime; here is how it is now'
  if (teams.length < new Set(teamIds).size) return 'one of the teams no longer exists'
  return access === 'teams' && teams.length === 0 ? 'choose at least one team' : undefined
}
