import { render } from 'vike/abort'
import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { grouping as say, unknownChange } from '#renderer/texts/settings/project-settings.ts'
import type { GroupingPreview, SettingChange } from '#server/models/settings/project-settings.ts'
import type { ProjectSettings } from '#server/protocol/project-settings.ts'
import { formLines } from '../form-lines.ts'

/** A preview with what was typed, which is not saved. */
interface Previewed {
  preview: GroupingPreview
  typed: Record<string, string>
}

export async function action({ desk, form, routeParams }: ActionContext): Promise<ActionResult<Previewed>> {
  const { slug = '' } = routeParams
  const { settings } = desk.projects
  const version = form.get('version') ?? 'none'
  switch (form.get('change')) {
    case 'preview': {
      const preview = await settings.previewGrouping(slug, readRule(form))
      if ('refusal' in preview) return refused(preview.refusal, form, preview.field)
      const { change: _change, version: _version, ...typed } = Object.fromEntries(form)
      return done({ value: { preview, typed }, changed: [] })
    }
    case 'add-rule':
      return answer(await settings.addRule(slug, readRule(form), version), form)
    case 'remove-rule':
      return answer(await settings.removeRule(slug, form.get('position') ?? '', version), form)
    default:
      return refused(unknownChange, form)
  }
}

function readRule(form: URLSearchParams) {
  const fingerprint = formLines(form, 'fingerprint')
  const title = form.get('title')?.trim() ?? ''
  const level = form.get('level') ?? ''
  const position = form.get('position')?.trim() ?? ''
  return {
    match: formLines(form, 'match'),
    rule: {
      ...(fingerprint.length > 0 && { fingerprint }),
      ...(title !== '' && { title }),
      ...(level !== '' && { level }),
      ...(form.has('drop') && { drop: true }),
    },
    position: position === '' ? undefined : position,
  }
}

function answer(
  change: SettingChange<ProjectSettings['grouping']>,
  form: URLSearchParams,
): ActionResult<never> {
  switch (change.kind) {
    case 'no project':
      throw render(404)
    case 'changed meanwhile':
      return refused(say.meanwhile, form)
    case 'wrong':
      return refused(say.wrong(change.message), form, change.path)
    case 'done':
      return done({ message: say.saved(change.after.rules.length) })
  }
}
