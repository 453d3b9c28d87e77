export const title = 'Escalation'
export const text =
  'The next channel is told until somebody acknowledges it, or it is over: an issue is resolved, ignored or assigned, and anything else works again.'
export const after = 'Minutes to wait before each step'
export const repeats = 'Repeat all steps, at most 5 times'
export const step = (number: number) => `Step ${number}`
export const nobody = 'no one'
export const save = 'Save escalation'
export const saved = 'Saved the escalation.'
export const ended = 'This rule no longer escalates.'
