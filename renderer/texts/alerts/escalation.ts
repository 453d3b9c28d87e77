export const title = 'Escalation'
export const text =
  'When nobody acknowledges an issue, resolves, ignores or assigns it, the next channel is told.'
export const after = 'Minutes to wait before each step'
export const repeats = 'Repeat all steps, at most 5 times'
export const step = (number: number) => `Step ${number}`
export const nobody = 'no one'
export const save = 'Save escalation'
export const saved = 'Saved the escalation.'
export const ended = 'This rule no longer escalates.'
