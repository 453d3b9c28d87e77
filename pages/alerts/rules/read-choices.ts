import type { LoaderContext } from '#renderer/page/loader.ts'
import { offersPath } from '#renderer/paths.ts'
import type { RuleChoices } from '#renderer/views/alert/rule/rule-values.ts'

/** Reads the projects and channels that the form of a rule offers. */
export async function readChoices({ desk }: Pick<LoaderContext, 'desk'>): Promise<RuleChoices> {
  const [projects, channels] = await Promise.all([desk.projects.list(), desk.alerts.channels.list()])
  return {
    projects: projects.map(({ slug, name }) => ({ slug, name })),
    channels: channels.map(({ id, name }) => ({ id, name })),
    offers: offersPath({}),
  }
}
