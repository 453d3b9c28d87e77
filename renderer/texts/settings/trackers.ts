import { formatCount } from '#renderer/format/format.ts'

export const intro =
  'The menu of an issue creates an issue in these trackers. With a token, GitHub and GitLab stay in step: closing the issue there resolves it here, and resolving it here closes it there.'
export const none = 'No tracker yet.'
export const unknownChange = 'Cannot change the trackers: unknown change'

export const card = {
  twoWay: 'in step',
  oneWay: 'links only',
  linked: (count: number) => (count === 0 ? 'No linked issues' : formatCount(count, 'linked issue')),
  test: 'Test',
  testNamed: (name: string) => `Test ${name}`,
  edit: 'Change',
  save: 'Save',
  saved: (name: string) => `Saved ${name}.`,
  tested: (name: string) => `The tracker answered: the token works for ${name}.`,
  secretSaved: 'A token is saved. Leave this empty to keep it.',
  optional: 'Optional.',
  hookTitle: 'Webhook',
  hookText:
    'Add a webhook with this address to the repository, for issue events only, with the content type application/json and the secret that was shown.',
  hookName: 'Webhook address',
  renew: 'Make a new secret',
  removeTitle: 'Remove…',
  removeText: (name: string, linked: number) =>
    linked === 0
      ? `Remove ${name}? Its issues stay as they are.`
      : `Remove ${name}? ${formatCount(linked, 'issue')} will no longer be linked. Its issues stay as they are.`,
  remove: 'Remove tracker',
  removed: (name: string) => `Removed ${name}.`,
} as const

export const secret = {
  name: (tracker: string) => `Webhook secret of ${tracker}`,
  once: 'Copy it now: it is not shown again.',
} as const

export const add = {
  title: 'Add a tracker',
  kinds: 'Kind',
  button: (label: string) => `Add ${label}`,
  added: (name: string) => `Added ${name}.`,
} as const

/** On the page of an issue. */
export const onIssue = {
  make: (label: string, name: string) => `New ${label} issue in ${name}…`,
  create: (label: string, name: string) => `Create ${label} issue in ${name}`,
  link: 'Link',
  address: 'Issue’s address',
  created: (name: string) => `Created ${name}.`,
  linked: (name: string) => `Linked ${name}.`,
  unlinked: (name: string) => `Unlinked ${name}.`,
  again: (name: string) => `${name} is told again in a moment.`,
  label: 'Linked issues',
  open: 'open',
  closed: 'closed',
  unlink: 'Unlink',
  unlinkNamed: (name: string) => `Unlink ${name}`,
  retry: 'Try again',
  willRetry: 'It is tried again.',
} as const
