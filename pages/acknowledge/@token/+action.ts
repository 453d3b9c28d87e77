import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { link as say } from '#renderer/texts/alerts/acknowledging.ts'

export async function action({ accounts, form, routeParams }: ActionContext): Promise<ActionResult> {
  const { token = '' } = routeParams
  switch (form.get('change')) {
    case 'acknowledge':
      await accounts.acknowledging.acknowledge(token)
      return done()
    case 'take-back':
      await accounts.acknowledging.takeBack(token)
      return done()
    default:
      return refused(say.unknownChange, form)
  }
}
