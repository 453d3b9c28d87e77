import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { keys as say, unknownChange } from '#renderer/texts/settings/project-settings.ts'
import { nameOf } from '#renderer/views/project/settings/keys/key-name.ts'

export async function action({ desk, form, routeParams }: ActionContext): Promise<ActionResult> {
  const { slug = '' } = routeParams
  const { keys } = desk.projects.settings
  const key = form.get('key') ?? ''
  const origins = form.get('origins') ?? ''
  const name = nameOf(key)
  switch (form.get('change')) {
    case 'add': {
      const added = await keys.add(slug, origins)
      return 'refusal' in added
        ? refused(added.refusal, form, added.field)
        : done({ message: say.added(added.dsn) })
    }
    case 'origins': {
      const failed = await keys.setOrigins(slug, key, origins, form.get('version') ?? 'none')
      return failed ? refused(failed.refusal, form, failed.field) : done({ message: say.changed(name) })
    }
    case 'turn-on':
    case 'turn-off': {
      const isOn = form.get('change') === 'turn-on'
      const failed = await keys.setActive(slug, key, isOn)
      if (failed) return refused(failed.refusal, form)
      return done({ message: isOn ? say.turnedOn(name) : say.turnedOff(name) })
    }
    case 'delete': {
      const failed = await keys.remove(slug, key)
      return failed ? refused(failed.refusal, form) : done({ message: say.removed(name) })
    }
    default:
      return refused(unknownChange, form)
  }
}
