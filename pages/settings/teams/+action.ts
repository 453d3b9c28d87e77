import { numberOf } from '#renderer/forms/issue-request.ts'
import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { teamsPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/account/teams.ts'

export async function action({ desk, form }: ActionContext): Promise<ActionResult> {
  const text = (name: string) => form.get(name) ?? ''
  const id = numberOf(text('team'))
  switch (form.get('change')) {
    case 'create': {
      const created = await desk.teams.create(text('name'))
      return 'refusal' in created
        ? refused(created.refusal, form, created.field)
        : done({ message: say.created(created.name) })
    }
    case 'rename': {
      const renamed = await desk.teams.rename(id, { name: text('new-name'), was: text('was') })
      return 'refusal' in renamed
        ? refused(renamed.refusal, form)
        : done({ message: say.renamed(renamed.name) })
    }
    case 'delete': {
      const deleted = await desk.teams.delete(id)
      if ('refusal' in deleted) return refused(deleted.refusal, form)
      return done({ redirectTo: teamsPath, message: say.removed(deleted.name) })
    }
    case 'add': {
      const added = await desk.teams.addMember(id, numberOf(text('account')))
      return 'refusal' in added
        ? refused(added.refusal, form)
        : done({ message: say.added(added.email, added.name) })
    }
    case 'leave': {
      const left = await desk.teams.removeMember(id, numberOf(text('account')))
      return 'refusal' in left
        ? refused(left.refusal, form)
        : done({ message: say.takenOut(left.email, left.name) })
    }
    default:
      return refused(say.unknownChange, form)
  }
}
