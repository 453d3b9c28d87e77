import { type ActionContext, type ActionResult, done, refused } from '../../renderer/action.ts'
import { safeReturnPath } from '../../renderer/paths.ts'
import * as say from '../../renderer/texts/settings.ts'

/** Keeps what the form names; the account menu names a page to go back to. */
export async function action({ form, changePreferences }: ActionContext): Promise<ActionResult> {
  const changes = Object.fromEntries(
    fields.flatMap((name) => {
      const value = form.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
  if (Object.keys(changes).length === 0) return refused(say.nothingNamed, form)
  const refusal = changePreferences(changes)
  if (refusal !== undefined) return refused(refusal.refusal, form, refusal.field)
  const next = safeReturnPath(form.get('next'))
  return done(next === undefined ? { message: say.saved } : { redirectTo: next })
}

const fields = ['theme', 'keys', 'language', 'zone'] as const
