import { render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { readProject } from '../read-project.ts'

export async function loader(context: LoaderContext) {
  const { desk, now } = context
  const read = await readProject(context)
  const { settings } = desk.projects
  const [rateLimits, retention, usage] = await Promise.all([
    settings.read(read.projectSlug, 'rateLimits'),
    settings.read(read.projectSlug, 'retention'),
    desk.usage.read({ project: read.projectSlug, period: { start: now, end: now } }),
  ])
  if (rateLimits === undefined || retention === undefined) throw render(404)
  return { ...read, rateLimits, retention, limits: usage.limits, defaultDays: settings.defaultDays }
}
