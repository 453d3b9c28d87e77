/** What the audit log has entries of; each is a subject and a verb. */
const AUDIT_ACTIONS = [
  'account.add',
  'account.disable',
  'account.email',
  'account.email.ask',
  'account.email.refuse',
  'account.enable',
  'account.join',
  'account.name',
  'account.password',
  'account.remove',
  'account.reset',
  'account.reset.ask',
  'account.reset.revoke',
  'account.role',
  'alert.channel.add',
  'alert.channel.change',
  'alert.channel.off',
  'alert.channel.on',
  'alert.channel.remove',
  'alert.message.discard',
  'alert.message.retry',
  'alert.mute.add',
  'alert.mute.end',
  'alert.rule.add',
  'alert.rule.change',
  'alert.rule.mute',
  'alert.rule.off',
  'alert.rule.on',
  'alert.rule.remove',
  'browser.add',
  'browser.remove',
  'demo.add',
  'demo.remove',
  'desk.move',
  'desk.restore',
  'factor.add',
  'factor.codes',
  'factor.remove',
  'factor.require',
  'identity.link',
  'identity.unlink',
  'invitation.add',
  'invitation.revoke',
  'issue.delete',
  'issue.merge',
  'project.access',
  'project.add',
  'project.key.add',
  'project.key.change',
  'project.key.remove',
  'project.remove',
  'project.rename',
  'project.retention',
  'project.setting',
  'session.end',
  'session.fail',
  'session.start',
  'session.stop',
  'status-page.add',
  'status-page.change',
  'status-page.off',
  'status-page.on',
  'status-page.remove',
  'team.add',
  'team.member.add',
  'team.member.remove',
  'team.remove',
  'team.rename',
  'token.add',
  'token.revoke',
  'tracker.add',
  'tracker.change',
  'tracker.remove',
  'tracker.secret',
  'uptime.check.add',
  'uptime.check.change',
  'uptime.check.pause',
  'uptime.check.remove',
  'uptime.check.resume',
  'user-data.erase',
  'user-data.export',
  'view.change',
  'view.remove',
  'view.share',
] as const

export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** Reads an action's name; undefined for other text. */
export function parseAuditAction(text: string): AuditAction | undefined {
  return AUDIT_ACTIONS.find((action) => action === text)
}

export interface AuditEntry {
  id: number
  /** Milliseconds since the epoch. */
  at: number
  accountId: number | null
  actor: string
  ip: string | null
  /** One of `AUDIT_ACTIONS`, or what a later version recorded. */
  action: string
  target: string
  details: Readonly<Record<string, unknown>>
}

export interface AuditFilter {
  /** A part of the actor, the target or the address. */
  text?: string
  /** The name of one; any other text stands for all of them. */
  action?: string
  /** From this time on, before that one, in milliseconds since the epoch. */
  from?: number | undefined
  before?: number | undefined
}

/** Where a list goes on: after this entry. */
export interface AuditPlace {
  at: number
  id: number
}
