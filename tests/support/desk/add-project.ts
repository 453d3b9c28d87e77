import type { DeskProcess } from './desk-process.ts'
import { sessionOf } from './sign-in-for-cookie.ts'

interface AddedProject {
  id: number
  slug: string
  dsn: string
}

/** Adds a project by the form, as the owner. The command would take a process of its own, and thirty times as long. */
export async function addProject(desk: DeskProcess, name: string): Promise<AddedProject> {
  const headers = { cookie: await sessionOf(desk), origin: desk.url }
  const body = new URLSearchParams({ name })
  const added = await fetch(`${desk.url}/projects`, { method: 'POST', redirect: 'manual', headers, body })
  const page = added.headers.get('location')
  if (page === null) throw new Error(`Cannot add project ${name}: the answer was ${added.status}`)
  const payload = await fetch(`${desk.url}${page}/index.pageContext.json`, { headers })
  const { data } = (await payload.json()) as { data: { page: { project: AddedProject } } } // the page's own data
  return data.page.project
}
