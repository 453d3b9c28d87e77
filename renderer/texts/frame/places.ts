// The names of the pages in the side bar. They are plain constants, so that the build inlines them.

export const issues = 'Issues'
/** A project's name follows. */
export const issuesIn = 'Issues in '
export const digests = 'Digests'
export const traces = 'Traces'
export const performance = 'Performance'
export const logs = 'Logs'
export const metrics = 'Metrics'
export const releases = 'Releases'
export const monitors = 'Monitors'
export const alerts = 'Alerts'
export const alertChannels = 'Channels'
export const alertMessages = 'Messages'
export const newRule = 'New rule'
export const feedback = 'Feedback'
export const projects = 'Projects'
export const usage = 'Usage'
export const playground = 'Playground'
export const settings = 'Settings'
export const preferences = 'Preferences'
export const members = 'Members'
export const teams = 'Teams'
export const secondFactor = 'Second factor'

/** The product's name. */
export const desk = 'Crumbtrail'
export const description = 'A self-hosted error and trace desk'
