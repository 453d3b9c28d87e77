import { type ActionContext, type ActionResult, refused } from '#renderer/page/action.ts'
import { repository, general as say, unknownChange } from '#renderer/texts/settings/project-settings.ts'
import { PLATFORMS } from '#renderer/views/project/set-up/platforms.ts'
import { projectSettingsPath } from '#renderer/views/project/settings/paths.ts'
import { answerChange } from './answer-change.ts'

export async function action(context: ActionContext): Promise<ActionResult> {
  const { desk, form, routeParams } = context
  const { slug = '' } = routeParams
  const version = form.get('version') ?? 'none'
  switch (form.get('change')) {
    case 'names':
      return changeNames(context, slug, version)
    case 'environments': {
      const changed = await desk.projects.settings.change(slug, 'environments', {
        edit: () => ({ hidden: form.getAll('hidden') }),
        version,
      })
      return answerChange(changed, form, { hidden: say.hidden })
    }
    case 'repository': {
      const url = (form.get('url') ?? '').trim()
      const changed = await desk.projects.settings.change(slug, 'repository', {
        edit: () => (url === '' ? {} : { url }),
        version,
      })
      return answerChange(changed, form, { url: repository.url })
    }
    default:
      return refused(unknownChange, form)
  }
}

async function changeNames(
  { desk, form }: ActionContext,
  slug: string,
  version: string,
): Promise<ActionResult> {
  const platform = form.get('platform') ?? ''
  if (platform !== '' && !PLATFORMS.includes(platform)) return refused(say.unknownPlatform, form, 'platform')
  const changed = await desk.projects.settings.changeNames(slug, {
    edit: (now) => ({ name: form.get('name') ?? now.name, slug: form.get('slug') ?? now.slug, platform }),
    version,
  })
  const answer = answerChange(changed, form, { name: say.name, slug: say.slug, platform: say.platform })
  if (changed.kind !== 'done' || answer.kind !== 'done' || changed.after.slug === slug) return answer
  return { ...answer, redirectTo: projectSettingsPath(changed.after.slug) }
}
