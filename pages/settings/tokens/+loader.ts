import type { LoaderContext } from '#renderer/page/loader.ts'

export async function loader({ desk }: LoaderContext) {
  const [{ own, organization }, projects] = await Promise.all([desk.tokens.list(), desk.projects.list()])
  return {
    own,
    organization,
    scopes: desk.tokens.listScopes(),
    projects: projects.filter(({ isOwn }) => !isOwn).map(({ slug }) => slug),
  }
}
