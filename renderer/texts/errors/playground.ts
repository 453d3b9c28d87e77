export const title = 'Playground'
export const intro = 'Break this desk on purpose, and find what broke by its digest.'

export const server = {
  title: 'On the server',
  note: 'each answers with the error screen and a digest',
  follows: 'This part follows …',
  isHere: 'This part is here.',
  failures: {
    loader: ['In the loader', 'An error while the data is read.'],
    render: ['While rendering', 'An error in a component, before anything was sent.'],
    stream: ['In the stream', 'An error after half of the page has left.'],
    cause: ['With causes', 'An error caused by one caused by another.'],
    string: ['A string', 'Something thrown that is not an error.'],
    null: ['Null', 'Nothing, thrown.'],
    frozen: ['A frozen error', 'One that nothing can be written to.'],
  },
} as const

export const noSuchOutcome = 'Cannot run the action: the outcome is not one of done, refuse, fail'

export const action = {
  title: 'In an action',
  note: 'a form posted to this page',
  work: 'Work',
  refuse: 'Refuse',
  fail: 'Fail',
  worked: 'The action ran, and nothing failed.',
} as const

export const browser = {
  title: 'In the browser',
  note: 'reported through the tunnel; no digest, since no server failed',
  needScript: 'These buttons need JavaScript, which this browser does not run.',
  render: 'While rendering',
  effect: 'In an effect',
  awaited: 'In awaited data',
  transition: 'In a transition',
  click: 'In a click',
  promise: 'In a promise',
  clicked: 'An error was thrown in a click.',
  rejected: 'A promise was rejected, and nobody listened.',
  livesOn: 'The page lives on; the event is among the issues.',
} as const
