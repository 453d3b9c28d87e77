import { formatNumber } from '#renderer/format/format.ts'
import { cannotUndo, listOf } from '#renderer/texts/frame/deletion.ts'
import type { StorageUse } from '#server/store/maintenance/storage-use.ts'
import { stored } from './usage.ts'

export const waiting = 'Waiting for the first event…'
export const waitingHint = 'It appears here as soon as it arrives. Without JavaScript, reload the page.'
export const arrived = 'It works. Last event received'
export const sendTest = 'Send a test event'
export const sent = 'Test event sent.'
export const firstReport = {
  title: 'No errors yet',
  noProject: 'Errors of your application appear here. First create a project for it: that gives you a DSN.',
  ownBefore: 'Errors of Crumbtrail itself appear here. To see one, try the ',
  playground: 'playground',
  createProject: 'Create a project',
  before: 'Errors sent to ',
  after: ' appear here. Point your Sentry SDK at this DSN:',
  dsn: 'DSN',
  with: (platform: string) => `With ${platform}, for example:`,
  install: 'Install',
  toTest: 'Throw this to test it:',
  otherPlatforms: 'Other platforms',
} as const
export const removeDemo = 'Remove the demo…'
export const confirmRemoval = 'Remove the demo'
export const demoTitle = 'Demo project'
export const demoWhat =
  'A made-up shop with made-up users, errors, traces and logs. Removing it deletes this project and its data, nothing else.'
/** Says as "1,204 events and 310 logs will be deleted." */
export function whatDemoGoes(use: readonly StorageUse[]): string {
  const goes = use.map(
    ({ quantity, category }) => `${formatNumber(quantity)} ${stored[category].toLowerCase()}`,
  )
  return `${listOf(goes)} will be deleted, with the project, its issues and monitors. ${cannotUndo}`
}

export const firstTitle = 'Create your first project'
export const anotherTitle = 'Create a project'
export const firstIntro = 'Create one project per application; its DSN is all an SDK needs.'
export const ownTitle = 'Crumbtrail itself'
export const ownWhat =
  'Crumbtrail reports its own errors and a few of its traces here. All projects leaves them out; choose the project to see them.'
export const unknownChange = 'Cannot change the project: unknown action'
