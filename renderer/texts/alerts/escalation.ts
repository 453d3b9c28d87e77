export const title = 'Escalation'
export const text =
  'The next channel is told while it is not acknowledged, and not over: an issue is over when it is resolved, ignored or assigned, and all else when it works again.'
export const after = 'Minutes to wait before each step'
export const repeats = 'Repeat all steps, at most 5 times'
export const step = (number: number) => `Step ${number}`
export const nobody = 'no one'
export const save = 'Save escalation'
export const saved = 'Saved the escalation.'
export const ended = 'This rule no longer escalates.'
