export const TITLE = 'This event is no longer kept'
export const INTRO =
  'Its issue is here, but the event is not. Old events are deleted after a time, and those that say the least new first where a project is full.'
export const TO_ISSUE = (shortId: string) => `Go to ${shortId}`
