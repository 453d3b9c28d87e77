import { addressOf } from '#renderer/navigation/links.ts'
import type { PageLoads } from '#renderer/navigation/page-loads.ts'
import type { PageUpdates } from '#renderer/navigation/page-updates.ts'
import type { PageData } from '#renderer/page/page-data.ts'
import { type ActionPayload, withNow } from '#renderer/page/payload.ts'
import type { Pending } from './pending.ts'
import { postForm, submitNatively } from './post-form.ts'

/** Posts a form and shows its result on the page that was rendered with this data. */
export type SubmitForm = (
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  rendered: PageData,
) => Promise<void>

interface SubmissionOptions {
  loads: Pick<PageLoads, 'drop' | 'keep' | 'giveWay'>
  updates: PageUpdates<PageData>
  pending: Pending
  navigate: (url: string) => Promise<void>
  shown: () => { data: PageData } | undefined
}

export function createFormSubmission({
  loads,
  updates,
  pending,
  navigate,
  shown,
}: SubmissionOptions): SubmitForm {
  return async (form, submitter, rendered) => {
    const postedTo = addressOf(location)
    const endPending = pending.begin()
    const goOn = loads.giveWay()
    const answer = await postForm(form, submitter).finally(endPending)
    if (answer !== undefined) loads.drop(changedBy(answer.payload))
    goOn() // Pages that are prefetched from now on include the action's changes.
    if (answer === undefined) return submitNatively(form, submitter)
    const { payload, answeredAt } = answer
    if ('redirect' in payload) {
      await navigate(payload.redirect)
      const { action } = payload
      const next = shown()?.data
      if (action && next) updates.replace(next, { ...updates.newest(next), action })
      return
    }
    if ('error' in payload) {
      const { digest } = payload.error
      // The server refused the request before it reached the page, and its answer is a page of its own.
      if (digest === undefined) return submitNatively(form, submitter)
      return updates.replace(rendered, { ...rendered, failure: { digest } })
    }
    const { action, data } = payload
    loads.keep(postedTo, { body: JSON.stringify({ data }), answeredAt })
    updates.replace(rendered, { ...withNow(data, answeredAt), action })
  }
}

/** An action that does not say what it changed may have changed everything. */
function changedBy(payload: ActionPayload): string[] | undefined {
  const result = 'data' in payload ? payload.action : payload
  return 'changed' in result ? result.changed : undefined
}
