import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { onIssue as say } from '#renderer/texts/settings/trackers.ts'
import { numberOf } from './issue-request.ts'

/** What the page of an issue does with trackers; undefined for any other form. */
export async function changeTrackers(
  { desk, form }: ActionContext,
  issueId: number,
): Promise<ActionResult | undefined> {
  const [change = '', id = ''] = (form.get('change') ?? '').split(':')
  const { trackers } = desk
  const act = {
    'tracker-create': async () => [await trackers.createIssue(issueId, numberOf(id)), say.created] as const,
    'tracker-link': async () =>
      [await trackers.link(issueId, form.get('tracker-address') ?? ''), say.linked] as const,
    'tracker-unlink': async () => [await trackers.unlink(issueId, numberOf(id)), say.unlinked] as const,
    'tracker-retry': async () => [await trackers.retry(issueId, numberOf(id)), say.again] as const,
  }
  if (!isOneOf(act, change)) return undefined
  const [changed, sayDone] = await act[change]()
  return 'refusal' in changed
    ? refused(changed.refusal, form, changed.field)
    : done({ message: sayDone(changed.name) })
}

function isOneOf<Known extends object>(known: Known, name: string): name is keyof Known & string {
  return Object.hasOwn(known, name)
}
