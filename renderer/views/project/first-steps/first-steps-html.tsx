import { renderToStaticMarkup } from 'react-dom/server'
import type { FirstKind } from '#renderer/texts/account/first-run.ts'
import type { Desk } from '#server/desk/desk.ts'
import type { ProjectDetail } from '#server/models/projects.ts'
import { FirstSteps } from './FirstSteps.tsx'

// The server renders this, so that the browser needs no code for what is seen once. FirstStepsHtml.tsx
// imports the styles.

interface ProjectDesk {
  projects: Pick<Desk['projects'], 'find' | 'list'>
}

/** Renders what an empty page says to somebody whose application has not sent such rows yet. */
export async function renderFirstSteps(
  desk: ProjectDesk,
  kind: FirstKind,
  projectSlug: string | undefined,
): Promise<string> {
  const project = await findApplication(desk, projectSlug)
  return renderToStaticMarkup(<FirstSteps kind={kind} project={project} />)
}

/** Finds the project that was asked for, or else the newest that is not Crumbtrail's own. */
export async function findApplication(
  desk: ProjectDesk,
  slug: string | undefined,
): Promise<ProjectDetail | undefined> {
  if (slug !== undefined) return desk.projects.find(slug)
  const projects = (await desk.projects.list()).filter(({ isOwn }) => !isOwn)
  const newest = projects.toSorted((a, b) => b.createdAt - a.createdAt || b.id - a.id)[0]
  return newest && desk.projects.find(newest.slug)
}
