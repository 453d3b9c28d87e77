export const waiting = 'Waiting for the first event…'
export const waitingHint = 'It is shown here as soon as it comes. Without JavaScript, reload the page.'
export const arrived = 'It works. The last event came'
export const sendTest = 'Send a test event'
export const sent = 'A test event was sent.'
export const firstReport = {
  title: 'Nothing has failed yet',
  ownBefore: 'What breaks in this desk itself will stand here: try the ',
  playground: 'playground',
  createProject: 'Create a project',
  before: 'What an application reports to ',
  after: ' will stand here. Point its Sentry SDK at this DSN:',
  dsn: 'DSN',
  with: (platform: string) => `With ${platform}, for example:`,
  install: 'Install',
  otherPlatforms: 'Other platforms',
} as const
export const removeDemo = 'Remove the demo'
export const demoTitle = 'This is the demo'
export const demoWhat =
  'A shop that does not exist: its people, errors, traces and logs are invented. Removing it deletes the project with all that belongs to it, and nothing else.'
export const firstTitle = 'Create the first project'
export const anotherTitle = 'Create a project'
export const firstIntro =
  'One for each application that reports. It has a DSN of its own, which is all that an SDK needs.'
export const unknownChange =
  'Cannot change the project: what to do is not one of send-test-event, remove-demo'
