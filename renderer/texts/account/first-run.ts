import { formatNumber } from '#renderer/format/format.ts'
import { cannotUndo, listOf } from '#renderer/texts/frame/deletion.ts'
import type { StorageUse } from '#server/store/maintenance/storage-use.ts'
import { stored } from './usage.ts'

export const waiting = 'Waiting for the first event…'
export const waitingHint = 'It appears here as soon as it arrives. Without JavaScript, reload the page.'
export const arrived = 'It works. Last event received'
export const sendTest = 'Send a test event'
export const sent = 'Test event sent.'
/** The lists that show how to send their first row. */
export type FirstKind = 'issues' | 'logs' | 'metrics' | 'releases' | 'feedback' | 'traces' | 'performance'

interface FirstWords {
  title: string
  /** The name of the rows, in the plural. */
  rows: string
  /** What an SDK needs besides the DSN. It follows a sentence. */
  needs: string
  /** Where to point what sends them, if it is no SDK of Sentry. */
  after?: string
  toTest: string
}

const kinds: Record<FirstKind, FirstWords> = {
  issues: { title: 'No errors yet', rows: 'Errors', needs: '', toTest: 'Throw this to test it:' },
  logs: {
    title: 'No logs yet',
    rows: 'Logs',
    needs: ' Logs also need enableLogs.',
    toTest: 'Send this to test it:',
  },
  metrics: {
    title: 'No metrics yet',
    rows: 'Metrics',
    needs: '',
    after: ' appear here. Point an OpenTelemetry exporter at this project.',
    toTest: 'Count something to test it:',
  },
  releases: {
    title: 'No releases yet',
    rows: 'Releases',
    needs: ' A release appears with its first event or session; set release to your version.',
    toTest: 'Throw this to test it:',
  },
  feedback: {
    title: 'No feedback yet',
    rows: 'Messages from users',
    needs: ' The integration adds a button to your pages that opens a form.',
    toTest: 'Send this to test it:',
  },
  traces: {
    title: 'No traces yet',
    rows: 'Traces',
    needs: ' Traces also need a sample rate.',
    toTest: 'Trace this to test it:',
  },
  performance: {
    title: 'No requests yet',
    rows: 'Routes',
    needs: ' They are measured from traces, which need a sample rate.',
    toTest: 'Trace this to test it:',
  },
}

export const firstSteps = {
  kinds,
  noProject: (rows: string) =>
    `${rows} of your application appear here. First create a project for it: that gives you a DSN.`,
  own: (rows: string) => `${rows} of Crumbtrail itself appear here.`,
  ownBefore: ' To see one, try the ',
  playground: 'playground',
  createProject: 'Create a project',
  before: (rows: string) => `${rows} of `,
  after: ' appear here. Point your Sentry SDK at this DSN.',
  dsn: 'DSN',
  with: (platform: string) => `With ${platform}, for example:`,
  install: 'Install',
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
