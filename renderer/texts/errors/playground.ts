export const title = 'Playground'
export const intro = 'Break this desk on purpose, then find the error by its digest.'

export const server = {
  title: 'On the server',
  note: 'each shows the error screen with a digest',
  follows: 'Loading this part…',
  isHere: 'This part is loaded.',
  failures: {
    loader: ['In the loader', 'An error while data is loaded.'],
    render: ['While rendering', 'An error in a component, before anything is sent.'],
    stream: ['In the stream', 'An error after half of the page is sent.'],
    cause: ['With causes', 'An error caused by another, caused by a third.'],
    string: ['A string', 'A thrown string instead of an error.'],
    null: ['Null', 'A thrown null.'],
    frozen: ['A frozen error', 'An error that cannot be modified.'],
  },
} as const

export const noSuchOutcome = 'Cannot run the action: unknown outcome'

export const action = {
  title: 'In an action',
  note: 'a form posted to this page',
  work: 'Work',
  refuse: 'Refuse',
  fail: 'Fail',
  worked: 'The action succeeded.',
} as const

export const browser = {
  title: 'In the browser',
  note: 'reported through the tunnel; no digest, because the server did not fail',
  needScript: 'These buttons need JavaScript.',
  render: 'While rendering',
  effect: 'In an effect',
  awaited: 'In awaited data',
  transition: 'In a transition',
  click: 'In a click',
  promise: 'In a promise',
  clicked: 'An error was thrown in a click.',
  rejected: 'A promise was rejected and not handled.',
  livesOn: 'The page still works; the event is under Issues.',
} as const
