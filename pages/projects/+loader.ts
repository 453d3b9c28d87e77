import { DAY_MS } from '#renderer/format/time-units.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'

const PEOPLE_DAYS = 14

export async function loader({ desk, now }: LoaderContext) {
  const projects = await desk.projects.list()
  const people = await desk.projects.countUsers(
    projects.map(({ id }) => id),
    { start: now - PEOPLE_DAYS * DAY_MS, end: now + 1 },
  )
  const countOf = new Map(people.map(({ projectId, userCount }) => [projectId, userCount]))
  return { projects: projects.map((project) => ({ ...project, userCount: countOf.get(project.id) ?? 0 })) }
}
