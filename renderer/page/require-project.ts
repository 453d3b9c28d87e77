import { render } from 'vike/abort'
import type { Desk } from '#server/desk/desk.ts'

interface ProjectDesk {
  projects: Pick<Desk['projects'], 'list'>
}

/**
 * Answers with 404 when a page is asked for a project that does not exist. An undefined slug stands for
 * all projects.
 */
export async function requireProject(desk: ProjectDesk, slug: string | undefined): Promise<void> {
  if (slug !== undefined && !(await hasProject(desk, slug))) throw render(404)
}

export async function hasProject(desk: ProjectDesk, slug: string): Promise<boolean> {
  return (await desk.projects.list()).some((project) => project.slug === slug)
}
