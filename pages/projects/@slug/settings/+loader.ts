import { render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { readProject } from './read-project.ts'

export async function loader(context: LoaderContext) {
  const read = await readProject(context)
  const { settings } = context.desk.projects
  const [names, environments, environmentNames, repository] = await Promise.all([
    settings.readNames(read.projectSlug),
    settings.read(read.projectSlug, 'environments'),
    settings.listEnvironments(read.projectSlug),
    settings.read(read.projectSlug, 'repository'),
  ])
  if (names === undefined || environments === undefined || repository === undefined) throw render(404)
  return { ...read, names, environments, environmentNames, repository }
}
