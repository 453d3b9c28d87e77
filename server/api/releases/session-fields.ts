import type { SessionHealth } from '#server/processing/record.ts'
import type { SessionCount } from '#server/store/projects/project-counts.ts'
import { countUsersOf, type SessionUsers, type UserGroup } from '#server/store/releases/session-users.ts'

/** What was counted of the sessions of a group in an interval. */
export interface Counted {
  sessions: readonly SessionCount[]
  users: readonly SessionUsers[]
}

export interface SessionField {
  /** Users are counted by hour and release only. */
  isOfUsers: boolean
  /** Null where there is nothing that a share could be of. */
  read(counted: Counted): number | null
}

export type SessionFields = ReadonlyMap<string, SessionField>

const sum = (sessions: readonly SessionCount[]) => sessions.reduce((all, { quantity }) => all + quantity, 0)

/** Counts the sessions that went so; all of them without a name. */
function sessions(health?: SessionHealth): SessionField {
  const own = (all: readonly SessionCount[]) => (health ? all.filter((each) => each.health === health) : all)
  return { isOfUsers: false, read: (counted) => sum(own(counted.sessions)) }
}

/** Counts who is in any of the groups. */
function users(...groups: UserGroup[]): SessionField {
  return { isOfUsers: true, read: (counted) => countUsersOf(counted.users, ...groups) }
}

function share(part: SessionField, whole: SessionField): SessionField {
  const { isOfUsers } = whole
  return {
    isOfUsers,
    read(counted) {
      const all = whole.read(counted) ?? 0
      return all === 0 ? null : Math.min(1, (part.read(counted) ?? 0) / all) // two estimates may cross
    },
  }
}

function rest({ isOfUsers, read }: SessionField): SessionField {
  return {
    isOfUsers,
    read(counted) {
      const taken = read(counted)
      return taken === null ? null : 1 - taken
    },
  }
}

const crashed = share(sessions('crashed'), sessions())
const crashedUsers = share(users('crashed'), users('all'))
const anr = share(users('anr_background', 'anr_foreground'), users('all'))
const foregroundAnr = share(users('anr_foreground'), users('all'))

/** https://docs.sentry.io/api/releases/retrieve-release-health-session-statistics/ */
export const SESSION_FIELDS: SessionFields = new Map([
  ['sum(session)', sessions()],
  ['count_unique(user)', users('all')],
  ['crash_rate(session)', crashed],
  ['crash_rate(user)', crashedUsers],
  ['crash_free_rate(session)', rest(crashed)],
  ['crash_free_rate(user)', rest(crashedUsers)],
  ['anr_rate()', anr],
  ['foreground_anr_rate()', foregroundAnr],
])

/** Sentry's names of the same in its metrics of sessions. */
export const METRIC_FIELDS: SessionFields = new Map([
  ...SESSION_FIELDS,
  ['session.all', sessions()],
  ['session.healthy', sessions('healthy')],
  ['session.errored', sessions('errored')],
  ['session.abnormal', sessions('abnormal')],
  ['session.crashed', sessions('crashed')],
  ['session.crash_rate', crashed],
  ['session.crash_free_rate', rest(crashed)],
  ['session.crashed_user', users('crashed')],
  ['session.crash_user_rate', crashedUsers],
  ['session.crash_free_user_rate', rest(crashedUsers)],
  ['session.anr_rate', anr],
  ['session.foreground_anr_rate', foregroundAnr],
  ['count_unique(sentry.sessions.user)', users('all')],
])
