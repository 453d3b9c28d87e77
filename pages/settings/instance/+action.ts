import { render } from 'vike/abort'
import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { backups as say, unknownChange } from '#renderer/texts/settings/instance.ts'
import type { InstanceCheck } from '#server/models/settings/instance.ts'

export async function action({
  desk: { instance },
  form,
}: ActionContext): Promise<ActionResult<{ checks: InstanceCheck[] }>> {
  if (instance === undefined) throw render(404)
  switch (form.get('change')) {
    case 'back-up': {
      const made = await instance.backUp()
      if ('refusal' in made) return refused(made.refusal, form)
      return done({ message: 'name' in made ? say.made(made.name) : say.running })
    }
    case 'delete-backup': {
      const name = form.get('name') ?? ''
      const failed = await instance.deleteBackup(name)
      return failed ? refused(failed.refusal, form) : done({ message: say.removed(name) })
    }
    case 'examine':
      return done({ value: { checks: await instance.examine() }, changed: [] })
    default:
      return refused(unknownChange, form)
  }
}
