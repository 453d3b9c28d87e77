import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { projectsPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/account/first-run.ts'

export async function action({ desk, form, routeParams }: ActionContext): Promise<ActionResult> {
  const { slug = '' } = routeParams
  switch (form.get('change')) {
    case 'send-test-event': {
      const sent = await desk.projects.sendTestEvent(slug)
      return 'refusal' in sent ? refused(sent.refusal, form) : done({ message: say.sent })
    }
    case 'remove-demo': {
      const failed = await desk.projects.removeDemo(slug)
      return failed ? refused(failed.refusal, form) : done({ redirectTo: projectsPath })
    }
    default:
      return refused(say.unknownChange, form)
  }
}
