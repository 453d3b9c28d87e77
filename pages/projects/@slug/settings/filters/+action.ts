import { type ActionContext, type ActionResult, refused } from '#renderer/page/action.ts'
import { filters as say, unknownChange } from '#renderer/texts/settings/project-settings.ts'
import { answerChange } from '../answer-change.ts'
import { formLines } from '../form-lines.ts'

const NAMES = {
  browserExtensions: say.members.browserExtensions[0],
  legacyBrowsers: say.members.legacyBrowsers[0],
  localhost: say.members.localhost[0],
  webCrawlers: say.members.webCrawlers[0],
  errorMessages: say.lists.errorMessages[0],
  releases: say.lists.releases[0],
}

export async function action({ desk, form, routeParams }: ActionContext): Promise<ActionResult> {
  if (form.get('change') !== 'filters') return refused(unknownChange, form)
  const changed = await desk.projects.settings.change(routeParams.slug ?? '', 'filters', {
    edit: () => ({
      browserExtensions: form.has('browserExtensions'),
      legacyBrowsers: form.has('legacyBrowsers'),
      localhost: form.has('localhost'),
      webCrawlers: form.has('webCrawlers'),
      errorMessages: formLines(form, 'errorMessages'),
      releases: formLines(form, 'releases'),
    }),
    version: form.get('version') ?? 'none',
  })
  return answerChange(changed, form, NAMES)
}
