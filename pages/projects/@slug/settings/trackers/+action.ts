import { numberOf } from '#renderer/forms/issue-request.ts'
import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { add, card, unknownChange } from '#renderer/texts/settings/trackers.ts'
import type { Refusal } from '#server/models/refusal.ts'

/** What is shown once: the secret of the tracker's webhook. */
interface MadeSecret {
  /** The tracker's. */
  name: string
  secret: string
}

const FIELDS = ['address', 'token', 'api', 'project', 'type'] as const

export async function action({
  desk,
  form,
  routeParams,
}: ActionContext): Promise<ActionResult<MadeSecret | null>> {
  const { slug = '' } = routeParams
  const { trackers } = desk
  const id = numberOf(form.get('tracker') ?? '')
  const given = Object.fromEntries(FIELDS.map((name) => [name, form.get(name) ?? '']))
  const version = form.get('version') ?? ''
  switch (form.get('change')) {
    case 'add':
      return answer(await trackers.add(slug, form.get('kind') ?? '', given), form, add.added)
    case 'save':
      return answer(await trackers.change(slug, id, { ...given, version }), form, card.saved)
    case 'secret':
      return answer(await trackers.renewSecret(slug, id), form, card.saved)
    case 'remove':
      return answer(await trackers.remove(slug, id), form, card.removed)
    case 'test':
      return answer(await trackers.test(slug, id), form, card.tested)
    default:
      return refused(unknownChange, form)
  }
}

type Changed = { name: string; hookSecret?: string | null } | Refusal

function answer(
  changed: Changed,
  form: URLSearchParams,
  say: (name: string) => string,
): ActionResult<MadeSecret | null> {
  if ('refusal' in changed) return refused(changed.refusal, form, changed.field)
  const { name, hookSecret = null } = changed
  return done({ message: say(name), value: hookSecret === null ? null : { name, secret: hookSecret } })
}
