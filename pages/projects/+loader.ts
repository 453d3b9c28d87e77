import type { LoaderContext } from '../../renderer/loader.ts'

export async function loader({ desk }: LoaderContext) {
  return { projects: await desk.listProjects() }
}
