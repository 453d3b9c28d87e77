import type { AuditAction } from '#server/models/accounts/audit.ts'

export const title = 'Audit log'
export const intro =
  'Who changed access, projects and data, when and from where. Entries stay for at least 400 days.'

export const searchLabel = 'Search the audit log'
export const example = 'Name, address or target'
export const actionLabel = 'Action'
export const anyAction = 'Any action'
export const searchButton = 'Search'
export const download = 'Download as JSON lines'

export const when = 'When'
export const who = 'Who'
export const what = 'Action'
export const where = 'From'
export const unknownPlace = '–'

export const noneTitle = 'No entries match'
export const noneText = 'Try fewer filters, a longer period, or a part of a name.'
export const noneYet = 'Nothing was recorded yet.'
export const notSearched = 'Older entries were not searched yet.'
export const newest = 'Newest'
export const older = 'Older'

export const actions: Readonly<Record<AuditAction, string>> = {
  'account.add': 'added the account',
  'account.disable': 'disabled the account',
  'account.email': 'changed the address of',
  'account.email.ask': 'asked for a new address for',
  'account.email.refuse': 'gave up a new address for',
  'account.enable': 'enabled the account',
  'account.join': 'joined as',
  'account.name': 'changed the name of',
  'account.password': 'changed the password of',
  'account.remove': 'removed the account',
  'account.reset': 'made a link for a new password of',
  'account.reset.ask': 'asked for a mail with a link for a new password of',
  'account.reset.revoke': 'revoked the link for a new password of',
  'account.role': 'changed the role of',
  'alert.channel.add': 'added the alert channel',
  'alert.channel.change': 'changed the alert channel',
  'alert.channel.off': 'turned off the alert channel',
  'alert.channel.on': 'turned on the alert channel',
  'alert.channel.remove': 'deleted the alert channel',
  'alert.message.discard': 'discarded the alert',
  'alert.message.retry': 'sent the alert again',
  'alert.mute.add': 'stopped alerts of',
  'alert.mute.end': 'let alerts be sent again of',
  'alert.rule.add': 'added the alert rule',
  'alert.rule.change': 'changed the alert rule',
  'alert.rule.mute': 'muted the alert rule',
  'alert.rule.off': 'turned off the alert rule',
  'alert.rule.on': 'turned on the alert rule',
  'alert.rule.remove': 'deleted the alert rule',
  'browser.add': 'turned on notifications in',
  'browser.remove': 'turned off notifications in',
  'demo.add': 'added the demo',
  'demo.remove': 'removed the demo',
  'desk.move': 'moved the desk to',
  'desk.restore': 'restored the backup',
  'factor.add': 'added a second factor to',
  'factor.codes': 'made new recovery codes for',
  'factor.remove': 'removed a second factor of',
  'factor.require': 'changed whether second factors are required by the',
  'identity.link': 'linked a provider to',
  'identity.unlink': 'unlinked the provider of',
  'invitation.add': 'invited',
  'invitation.revoke': 'revoked the invitation of',
  'issue.delete': 'deleted the issue',
  'issue.merge': 'merged issues into',
  'project.access': 'changed who sees the project',
  'project.add': 'created the project',
  'project.key.add': 'added the key',
  'project.key.change': 'changed the key',
  'project.key.remove': 'deleted the key',
  'project.remove': 'deleted the project',
  'project.rename': 'renamed the project',
  'project.retention': 'changed the retention of',
  'project.setting': 'changed the settings of',
  'session.end': 'ended sessions of',
  'session.fail': 'failed to sign in as',
  'session.start': 'signed in as',
  'session.stop': 'signed out as',
  'status-page.add': 'added the status page',
  'status-page.change': 'changed the status page',
  'status-page.off': 'turned off the status page',
  'status-page.on': 'turned on the status page',
  'status-page.remove': 'deleted the status page',
  'team.add': 'created the team',
  'team.member.add': 'added a member to the team',
  'team.member.remove': 'removed a member from the team',
  'team.remove': 'deleted the team',
  'team.rename': 'renamed the team to',
  'token.add': 'created the token',
  'token.revoke': 'revoked the token',
  'tracker.add': 'added the tracker',
  'tracker.change': 'changed the tracker',
  'tracker.remove': 'removed the tracker',
  'tracker.secret': 'made a new webhook secret of the tracker',
  'uptime.check.add': 'added the uptime check',
  'uptime.check.change': 'changed the uptime check',
  'uptime.check.pause': 'paused the uptime check',
  'uptime.check.remove': 'deleted the uptime check',
  'uptime.check.resume': 'resumed the uptime check',
  'user-data.erase': 'erased the data of the user',
  'user-data.export': 'exported the data of the user',
  'view.change': 'renamed the shared view',
  'view.remove': 'deleted the shared view',
  'view.share': 'shared the view',
}

/** A later version may have recorded others. */
export function isAuditAction(text: string): text is AuditAction {
  return Object.hasOwn(actions, text)
}
