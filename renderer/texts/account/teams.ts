export const title = 'Teams'
export const intro =
  'A team sees the projects that are limited to it. Choose who sees a project on the project’s page.'
export const none = 'There are no teams yet. Without teams, all members see every project.'
export const createTitle = 'Create a team'
export const name = 'Name'
export const create = 'Create team'
export const created = (team: string) => `Created ${team}.`

export const rename = 'Rename'
export const renameOf = (team: string) => `New name of ${team}`
export const renamed = (team: string) => `Renamed to ${team}.`

/** The slug follows. */
export const calledInIssues = 'In issues, rules and comments:'

export const noMembers = 'This team has no members yet.'
export const noProjects = 'It has no projects of its own.'
export const projects = 'Projects:'
export const add = 'Add'
export const addTo = (team: string) => `Add a member to ${team}`
export const added = (email: string, team: string) => `Added ${email} to ${team}.`
export const chooseMember = 'Choose a member'
export const takeOut = 'Remove'
export const takeOutOf = (email: string, team: string) => `Remove ${email} from ${team}`
export const takenOut = (email: string, team: string) => `Removed ${email} from ${team}.`

export const remove = 'Delete…'
export const removeOf = (team: string) => `Delete ${team}…`
export const removeTitle = (team: string) => `Delete ${team}?`
export const whatIsDeleted =
  'Its members keep their accounts and lose what only this team sees. Its issues will be unassigned.'
export const willBeHidden = (slugs: readonly string[]) =>
  `Only admins and owners will see ${slugs.join(', ')} then, unless another team sees it too.`
export const removeButton = 'Delete team'
export const removed = (team: string) => `Deleted ${team}.`
export const cancel = 'Cancel'
export const unknownChange = 'Cannot change the team: unknown change'

export const access = {
  title: 'Who sees it',
  all: 'All members',
  teams: 'Only these teams',
  always: 'Admins and owners see every project.',
  noTeams: 'There are no teams to choose from.',
  toTeams: 'Create a team',
  save: 'Save who sees it',
  saved: 'Saved who sees it.',
} as const
