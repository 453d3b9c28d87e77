import { numberOf } from '#renderer/forms/issue-request.ts'
import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { projectsPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/account/first-run.ts'
import { access } from '#renderer/texts/account/teams.ts'

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
    case 'access': {
      const given = {
        access: form.get('access') ?? '',
        teamIds: form.getAll('team').map(numberOf),
        was: form.get('was') ?? '',
      }
      const changed = await desk.teams.changeProjectAccess(slug, given)
      return 'refusal' in changed ? refused(changed.refusal, form) : done({ message: access.saved })
    }
    default:
      return refused(say.unknownChange, form)
  }
}
