import type { LoaderContext } from '#renderer/page/loader.ts'

export async function loader({ desk }: LoaderContext) {
  const [rules, channels, undelivered, mutes, projects] = await Promise.all([
    desk.alerts.rules.list(),
    desk.alerts.channels.list(),
    desk.alerts.messages.countUndelivered(),
    desk.alerts.mutes.list(),
    desk.projects.list(),
  ])
  return {
    rules,
    mutes,
    undelivered,
    hasChannel: channels.some(({ isEnabled }) => isEnabled),
    projects: projects.map(({ slug, name }) => ({ slug, name })),
  }
}
