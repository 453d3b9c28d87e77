// What the pages of the side bar are called. Texts alone, which the build writes where they are used.

export const issues = 'Issues'
/** Goes on with a project's name. */
export const issuesIn = 'Issues in '
export const digests = 'Digests'
export const traces = 'Traces'
export const performance = 'Performance'
export const logs = 'Logs'
export const releases = 'Releases'
export const monitors = 'Monitors'
export const feedback = 'Feedback'
export const projects = 'Projects'
export const usage = 'Usage'
export const playground = 'Playground'
export const settings = 'Settings'

/** The desk itself. */
export const desk = 'Crumbtrail'
export const description = 'A self-hosted error and trace desk'
