import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import * as say from '#renderer/texts/account/settings.ts'

/**
 * Saves the settings that the form names. The theme in the account menu is saved by
 * server/hosting/forms/frame-form.ts.
 */
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
  return done({ message: say.saved })
}

const fields = ['theme', 'keys', 'zone'] as const
