import type { LoaderContext } from '#renderer/page/loader.ts'
import { readProject } from '../read-project.ts'

export async function loader(context: LoaderContext) {
  const { desk, now } = context
  const read = await readProject(context)
  const [keys, { limits }] = await Promise.all([
    desk.projects.settings.keys.list(read.projectSlug),
    desk.usage.read({ project: read.projectSlug, period: { start: now, end: now } }),
  ])
  return { ...read, keys, limits: limits.filter(({ keyName }) => keyName !== null) }
}
