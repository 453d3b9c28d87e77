import { describe, expect, it } from 'vitest'
import { whatDemoGoes } from '#renderer/texts/account/first-run.ts'
import { whatGoes } from '#renderer/texts/issues/delete-issue.ts'
import { whatIsDeleted } from '#renderer/texts/monitors.ts'

describe('the question before a deletion', () => {
  it.each([
    [{ events: 2_418, attachments: 3, comments: 4 }, '2,418 events, 3 attachments and 4 comments'],
    [{ events: 1, attachments: 0, comments: 1 }, '1 event and 1 comment'],
    [{ events: 0, attachments: 0, comments: 0 }, '0 events'],
    [
      { events: 10_001, attachments: 10_001, comments: 0 },
      'More than 10,000 events and more than 10,000 attachments',
    ],
  ])('of an issue names %j', (stored, named) => {
    expect(whatGoes(stored)).toBe(`${named} will be deleted with it.`)
  })

  it('of a monitor names its check-ins', () => {
    expect(whatIsDeleted('nightly', 1_203)).toBe(
      'nightly and 1,203 check-ins will be deleted. So will alert rules about it alone. This cannot be undone. ' +
        'The next check-in with this name creates the monitor again.',
    )
  })

  it('of the demo names what is stored of it', () => {
    const use = (['events', 'check_ins', 'logs'] as const).map((category, index) => ({
      ...{ projectId: 2, projectSlug: 'demo', bytes: 1 },
      ...{ category, quantity: 1_000 * (index + 1) },
    }))
    expect(whatDemoGoes(use)).toBe(
      '1,000 events, 2,000 check-ins and 3,000 logs will be deleted, with the project, its issues and monitors. ' +
        'This cannot be undone.',
    )
  })
})
