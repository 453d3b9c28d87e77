import { render } from 'vike/abort'
import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { ownership as say } from '#renderer/texts/settings/ownership.ts'
import { unknownChange } from '#renderer/texts/settings/project-settings.ts'
import type { GivenOwnership, OwnershipPreview, OwnershipSetting } from '#server/models/settings/ownership.ts'
import type { SettingChange } from '#server/models/settings/project-settings.ts'

/** A preview with what was typed, which is not saved. */
interface Previewed {
  preview: OwnershipPreview
  typed: GivenOwnership
}

export async function action({ desk, form, routeParams }: ActionContext): Promise<ActionResult<Previewed>> {
  const { slug = '' } = routeParams
  const given = readForm(form)
  switch (form.get('change')) {
    case 'preview': {
      const preview = await desk.ownership.preview(slug, given)
      if (preview === undefined) throw render(404)
      return done({ value: { preview, typed: given }, changed: [] })
    }
    case 'ownership':
      return answer(await desk.ownership.save(slug, given, form.get('version') ?? 'none'), form)
    default:
      return refused(unknownChange, form)
  }
}

function readForm(form: URLSearchParams): Required<GivenOwnership> {
  const text = (name: string) => (form.get(name) ?? '').replaceAll('\r\n', '\n').trimEnd()
  return {
    rules: text('rules'),
    codeowners: text('codeowners'),
    names: text('names'),
    isActive: form.has('isActive'),
    isAutoAssigning: form.has('isAutoAssigning'),
  }
}

function answer(change: SettingChange<OwnershipSetting>, form: URLSearchParams): ActionResult<never> {
  switch (change.kind) {
    case 'no project':
      throw render(404)
    case 'changed meanwhile':
      return refused(say.meanwhile, form)
    case 'wrong': {
      const { path: field = '' } = change
      const name = new Map(Object.entries(say.texts)).get(field) ?? field
      return refused(say.wrong(name, change.message), form, form.has(field) ? field : undefined)
    }
    case 'done':
      return done({ message: change.members.length === 0 ? say.none : say.saved })
  }
}
