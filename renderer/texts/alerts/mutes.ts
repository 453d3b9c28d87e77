export const title = 'No alerts'
export const note = 'for example while you deploy'
export const allProjects = 'all projects'
export const until = 'Until'
export const by = (who: string) => `by ${who}`
export const noReason = 'no reason given'
export const end = 'End now'
export const endOf = (project: string) => `End the pause of ${project} now`
export const ended = 'Alerts are sent again.'

/** The words of one sentence with fields in it: "No alerts for 30 minutes in Shop because we deploy". */
export const form = {
  legend: 'Send no alerts for a time',
  for: 'No alerts for',
  duration: 'Duration',
  in: 'in',
  project: 'Project',
  because: 'because',
  reason: 'Reason',
  example: 'we deploy 2.4',
  button: 'Pause alerts',
} as const

export const added = (project: string) => `No alerts in ${project} for now.`
