import type { TokenScope } from '#server/models/accounts/scopes.ts'

export const title = 'Tokens'
export const intro = 'With a token, a script, a build or an assistant can use the API.'
export const apiDocs = 'Description of the API'

export const own = 'Your tokens'
export const ownNote = 'may never do more than you'
export const noneOwn = 'You have no tokens.'
export const organization = 'Tokens of the organization'
export const organizationNote = 'belong to no account'
export const noneOfOrganization = 'The organization has no tokens.'

export const table = {
  name: 'Name',
  scopes: 'Scopes',
  projects: 'Projects',
  allProjects: 'All',
  noProject: 'None left',
  created: 'Created',
  by: (email: string) => `by ${email}`,
  byCommand: 'by a command',
  expires: 'Expires',
  expired: 'Expired',
  never: 'Never',
  used: 'Last used',
  unused: 'Never',
  revoke: 'Revoke…',
  confirm: 'Revoke this token',
  question: (name: string) => `Scripts and tools with “${name}” lose access at once. This cannot be undone.`,
} as const

export const made = {
  title: (name: string) => `Token “${name}”`,
  once: 'Save it now, for example as a secret of your CI. It is not shown again.',
} as const

export const form = {
  title: 'Create a token',
  name: 'Name',
  nameHint: 'Says where you will use it, such as “Deploys of shop”',
  owner: 'Whose it is',
  ofViewer: 'Mine',
  ofOrganization: 'The organization’s',
  ownerHint: 'Your own token ends with your account. One of the organization stays.',
  scopes: 'Scopes',
  projects: 'Projects',
  projectsHint: 'All projects, unless you choose some',
  lifetime: 'Expires after',
  lifetimes: { '30d': '30 days', '90d': '90 days', '1y': '1 year', never: 'Never' },
  submit: 'Create token',
} as const

export const scopes: Readonly<Record<TokenScope, string>> = {
  'org:read': 'Read the list of projects, traces, sessions and metrics.',
  'project:read': 'Read projects, events, attachments, feedback and releases.',
  'project:write': 'Change projects, releases and uploads, and read them.',
  'project:releases': 'Create releases and deploys, and upload source maps.',
  'project:admin': 'Do everything with projects, except create releases.',
  'event:read': 'Read issues and their comments, and search them.',
  'event:write': 'Resolve, ignore, assign, merge and comment on issues.',
  'event:admin': 'Delete issues, and do everything else with them.',
  'member:read': 'Read who has an account, and which tokens there are.',
  'member:admin': 'Change and remove accounts, end sessions and revoke tokens.',
  'alerts:read': 'Read alert rules, channels and mutes.',
  'alerts:write': 'Change alert rules and channels, and mute alerts.',
  'mcp:read': 'Read through MCP, the protocol of assistants.',
  'mcp:act': 'Work on issues through MCP.',
}

export const revoked = (name: string) => `Token “${name}” revoked.`
export const unknownChange = 'Cannot change tokens: unknown action'
