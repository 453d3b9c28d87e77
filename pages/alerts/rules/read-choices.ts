import type { LoaderContext } from '#renderer/page/loader.ts'
import { offersPath } from '#renderer/paths.ts'
import type { RuleChoices } from '#renderer/views/alert/rule/rule-values.ts'
import type { RuleSubject } from '#server/models/alerts/rules.ts'

/** Reads the projects, monitors, checks and channels that the form of a rule offers, the chosen one among them. */
export async function readChoices(
  { desk }: Pick<LoaderContext, 'desk'>,
  chosen?: Pick<RuleSubject, 'kind' | 'id'>,
): Promise<RuleChoices> {
  const [projects, channels, subjects] = await Promise.all([
    desk.projects.list(),
    desk.alerts.channels.list(),
    desk.alerts.rules.listSubjects(chosen),
  ])
  return {
    projects: projects.map(({ slug, name }) => ({ slug, name })),
    channels: channels.map(({ id, name }) => ({ id, name })),
    subjects,
    offers: offersPath({}),
  }
}
