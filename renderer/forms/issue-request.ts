import type { IssueRequest } from '#server/models/issue-changes.ts'

/** Parses the form's `change` with the fields that it needs. Undefined if it is no change of an issue. */
export function parseIssueRequest(form: URLSearchParams): IssueRequest | undefined {
  const text = (name: string) => (form.get(name) ?? '').trim()
  // The value of one button is all that its form says: "assign:7".
  const change = text('change')
  // Several issues share a form with more buttons, in which the way of ignoring is a field beside them.
  const [kind = '', of] = (change === 'way' ? text('way') : change).split(':', 2)
  switch (kind) {
    case 'reopen':
    case 'resolve':
    case 'resolve-in-next-release':
    case 'archive':
    case 'ignore':
    case 'ignore-until-escalating':
    case 'delete':
      return { kind }
    case 'resolve-in-release':
      return { kind, release: text('release') }
    case 'ignore-for':
      return { kind, minutes: numberOf(text('minutes')) }
    case 'ignore-until-events': {
      const period = text('period')
      return {
        kind,
        count: numberOf(text('count')),
        periodMinutes: period === '' ? null : numberOf(period),
        ...inEnvironment(text('event-environment')),
      }
    }
    case 'ignore-until-users': {
      const period = text('user-period')
      return {
        kind,
        count: numberOf(text('users')),
        periodMinutes: period === '' ? null : numberOf(period),
        ...inEnvironment(text('user-environment')),
      }
    }
    case 'ignore-environment':
      return { kind, environment: text('environment') }
    case 'assign': {
      const account = of ?? text('account')
      return { kind, accountId: account === '' ? null : numberOf(account) }
    }
    case 'assign-team':
      return { kind, teamId: numberOf(of ?? text('team')) }
    case 'bookmark':
    case 'unbookmark':
      return { kind: 'bookmark', isBookmarked: kind === 'bookmark' }
    case 'subscribe':
    case 'unsubscribe':
      return { kind: 'subscribe', isSubscribed: kind === 'subscribe' }
    case 'merge': {
      const into = text('into')
      return into === '' ? { kind } : { kind, into }
    }
    default:
      return undefined
  }
}

function inEnvironment(environment: string): { environment?: string } {
  return environment === '' ? {} : { environment }
}

/** Returns NaN for anything that is not a number. The desk's own check then refuses it with a message. */
export function numberOf(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}
