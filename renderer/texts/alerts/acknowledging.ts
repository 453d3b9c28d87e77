import { desk } from '#renderer/texts/frame/places.ts'

export const pageTitle = `Acknowledge · ${desk}`

export const link = {
  titles: { issue: 'Acknowledge this issue?', other: 'Acknowledge this alert?' },
  text: 'Others see that it is taken care of, and no further channel is told.',
  button: 'Acknowledge',
  doneTitle: 'Acknowledged',
  by: (who: string) => `By ${who},`,
  undo: 'Take it back',
  endedTitles: { issue: 'This issue is no longer open', other: 'This is over' },
  endedTexts: {
    issue: 'It was resolved or ignored in the meantime, so there is nothing to acknowledge.',
    other: 'It works again, or was deleted or changed, so there is nothing to acknowledge.',
  },
  unknownTitle: 'This link does not work',
  unknownText: 'It is incomplete, or the issue was deleted.',
  expiredTitle: 'This link has expired',
  expiredText: 'Links in messages work for 7 days. Open the issue to acknowledge it.',
  unknownChange: 'Cannot change this: unknown change',
} as const

/** On the page of an issue. */
export const onIssue = {
  acknowledge: 'Acknowledge',
  acknowledged: (who: string) => `Acknowledged by ${who}`,
  takeBack: 'Take it back',
  done: 'Acknowledged.',
  undone: 'No longer acknowledged.',
} as const
