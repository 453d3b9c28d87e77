import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { noSuchOutcome, action as say } from '#renderer/texts/errors/playground.ts'
import { priceOf } from './fail.ts'

/** Ends in one of three ways: it succeeds, it refuses or it fails. */
export async function action({ form }: ActionContext): Promise<ActionResult> {
  switch (form.get('outcome')) {
    case 'done':
      return done({ message: say.worked })
    case 'fail':
      priceOf(undefined)
      return done()
    default:
      return refused(noSuchOutcome, form)
  }
}
