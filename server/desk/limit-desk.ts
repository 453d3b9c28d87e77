import { mayActAs, type Role } from '#server/models/accounts/roles.ts'
import type { Desk } from './desk.ts'

/** What a viewer asked of the desk that their role may not do. The route should have refused it before. */
export class RoleNeeded extends Error {
  override readonly name = 'RoleNeeded'
  readonly needed: Role

  constructor(needed: Role, has: Role) {
    super(`Cannot change it: it needs the role ${needed}, and yours is ${has}`)
    this.needed = needed
  }
}

type Method = (...args: never[]) => unknown

/** Says which role a call needs; a function decides by the arguments, and may read. */
type Need<Called> = Role | (Called extends (...args: infer Args) => unknown ? Needs<Args> : never)
type Needs<Args extends unknown[]> = (desk: Desk, ...args: Args) => Role | Promise<Role>

type Rules<Subject> = {
  readonly [Name in keyof Subject]?: Subject[Name] extends Method ? Need<Subject[Name]> : never
}

/**
 * All methods of the desk that change something for others. Whoever may see them, only these roles may call them.
 *
 * @internal
 */
export const changes = {
  // Its invitations, resets and changes of addresses ask for the role themselves (server/accounts/links/links.ts).
  accounts: { createReset: 'admin' },
  acknowledging: { acknowledge: 'member', takeBack: 'member' },
  feedback: { setState: 'member', submit: 'member' },
  issues: {
    change: (_desk, _ids, requests) =>
      requests.every(({ kind }) => kind === 'bookmark' || kind === 'subscribe') ? 'viewer' : 'member',
    undo: 'member',
    split: 'member',
    addComment: 'member',
    editComment: 'member',
    deleteComment: 'member',
  },
  members: { changeRole: 'admin', disable: 'admin', enable: 'admin', remove: 'admin', unlink: 'admin' },
  monitors: { delete: 'admin' },
  // All of it is the viewer's own.
  notifications: {
    chooseWays: 'viewer',
    chooseQuiet: 'viewer',
    chooseDigest: 'viewer',
    beginMail: 'viewer',
    addBrowser: 'viewer',
    renewBrowser: 'viewer',
    removeBrowser: 'viewer',
    testBrowser: 'viewer',
  },
  ownership: { save: 'admin', preview: 'admin' },
  projects: { create: 'admin', sendTestEvent: 'member', removeDemo: 'admin' },
  releases: { save: 'member', addDeploy: 'member', delete: 'member' },
  savedViews: {
    save: (_desk, { isShared }) => (isShared ? 'member' : 'viewer'),
    rename: ofView,
    delete: ofView,
  },
  sourceMaps: { deleteUpload: 'admin', createUploadToken: 'admin' },
  teams: {
    create: 'admin',
    rename: 'admin',
    delete: 'admin',
    addMember: 'admin',
    removeMember: 'admin',
    changeProjectAccess: 'admin',
  },
  trackers: {
    list: 'admin',
    add: 'admin',
    change: 'admin',
    renewSecret: 'admin',
    remove: 'admin',
    test: 'admin',
    createIssue: 'member',
    link: 'member',
    unlink: 'member',
    retry: 'member',
  },
  statusPages: { create: 'admin', change: 'admin', turn: 'admin', delete: 'admin' },
  // A check makes the desk send requests; whoever is on call may pause it, and look now.
  uptime: { create: 'admin', change: 'admin', pause: 'member', delete: 'admin', checkNow: 'member' },
  // Everybody has tokens of their own; those of the organization ask for the role themselves.
  tokens: { create: 'viewer', revoke: 'viewer' },
} satisfies { readonly [Subject in keyof Desk]?: Rules<Desk[Subject]> }

const hostedChanges = { addOrigin: 'admin', removeOrigin: 'admin' } satisfies Rules<
  Desk['sourceMaps']['hosted']
>

const alertChanges = {
  rules: {
    create: 'admin',
    change: 'admin',
    turn: 'admin',
    mute: 'admin',
    delete: 'admin',
  },
  channels: {
    find: 'admin',
    create: 'admin',
    change: 'admin',
    turn: 'admin',
    delete: 'admin',
    test: 'admin',
  },
  messages: { find: 'admin', retry: 'admin', retryAll: 'admin', discard: 'admin' },
  // Whoever deploys knows that alerts are about to come.
  mutes: { add: 'member', end: 'member' },
  escalation: { save: 'admin' },
} satisfies { readonly [Part in keyof Desk['alerts']]: Rules<Desk['alerts'][Part]> }

/** Makes a desk whose changing methods throw `RoleNeeded` where the viewer's role is not enough. */
export function limitDesk(desk: Desk, role: Role): Desk {
  const limited = Object.entries(changes).map(([subject, rules]) => {
    const methods = desk[subject as keyof typeof changes] // `changes` has subjects of the desk only.
    return [subject, limitMethods(desk, methods, { rules, role })]
  })
  const all: Desk = { ...desk, ...Object.fromEntries(limited) }
  const hosted = limitMethods(desk, desk.sourceMaps.hosted, { rules: hostedChanges, role })
  const { rules, channels, messages, mutes, escalation } = desk.alerts
  const alerts: Desk['alerts'] = {
    rules: limitMethods(desk, rules, { rules: alertChanges.rules, role }),
    channels: limitMethods(desk, channels, { rules: alertChanges.channels, role }),
    messages: limitMethods(desk, messages, { rules: alertChanges.messages, role }),
    mutes: limitMethods(desk, mutes, { rules: alertChanges.mutes, role }),
    escalation: limitMethods(desk, escalation, { rules: alertChanges.escalation, role }),
  }
  return { ...all, alerts, sourceMaps: { ...all.sourceMaps, hosted } }
}

function limitMethods<Subject extends object>(
  desk: Desk,
  subject: Subject,
  { rules, role }: { rules: object; role: Role },
): Subject {
  const limited = Object.entries(rules).map(([name, need]: [string, Role | Needs<unknown[]>]) => {
    const method = subject[name as keyof Subject] as (...args: unknown[]) => unknown // The rules name methods only.
    const call = async (...args: unknown[]) => {
      const needed = typeof need === 'string' ? need : await need(desk, ...args)
      if (!mayActAs(role, needed)) throw new RoleNeeded(needed, role)
      return method(...args)
    }
    return [name, call]
  })
  return { ...subject, ...Object.fromEntries(limited) }
}

/** A shared view is everybody's; a private one is found by its owner only. */
async function ofView(desk: Desk, id: number): Promise<Role> {
  const view = (await desk.savedViews.list()).find((each) => each.id === id)
  return view?.isShared ? 'member' : 'viewer'
}
