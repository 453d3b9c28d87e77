import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { scrubbing as say, unknownChange } from '#renderer/texts/settings/project-settings.ts'
import type { ScrubbingPreview } from '#server/models/settings/project-settings.ts'
import type { ProjectSettings } from '#server/protocol/project-settings.ts'
import { answerChange } from '../answer-change.ts'
import { formLines } from '../form-lines.ts'

/** A preview with the settings that it is of, which are not saved. */
interface Previewed {
  asked: ProjectSettings['scrubbing']
  preview: ScrubbingPreview | null
}

const NAMES = {
  emailAddresses: say.members.emailAddresses[0],
  ipAddresses: say.members.ipAddresses[0],
  extraNames: say.lists.extraNames[0],
  exemptNames: say.lists.exemptNames[0],
}

export async function action({ desk, form, routeParams }: ActionContext): Promise<ActionResult<Previewed>> {
  const { slug = '' } = routeParams
  const { settings } = desk.projects
  const asked = {
    emailAddresses: form.has('emailAddresses'),
    ipAddresses: form.has('ipAddresses'),
    extraNames: formLines(form, 'extraNames'),
    exemptNames: formLines(form, 'exemptNames'),
  }
  switch (form.get('change')) {
    case 'preview': {
      const preview = (await settings.previewScrubbing(slug, asked)) ?? null
      return preview !== null && 'refusal' in preview
        ? refused(preview.refusal, form, preview.field)
        : done({ value: { asked, preview }, changed: [] })
    }
    case 'scrubbing': {
      const version = form.get('version') ?? 'none'
      return answerChange(
        await settings.change(slug, 'scrubbing', { edit: () => asked, version }),
        form,
        NAMES,
      )
    }
    default:
      return refused(unknownChange, form)
  }
}
