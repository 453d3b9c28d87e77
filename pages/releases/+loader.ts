import type { LoaderContext } from '../../renderer/loader.ts'

const RELEASES_A_PAGE = 25

export async function loader({ desk, url }: LoaderContext) {
  const cursor = url.searchParams.get('cursor') ?? undefined
  const projectSlug = url.searchParams.get('project') || undefined
  const releases = await desk.listReleases({
    limit: RELEASES_A_PAGE,
    ...(cursor === undefined ? {} : { cursor }),
    ...(projectSlug === undefined ? {} : { projectSlug }),
  })
  return {
    releases: releases.items,
    nextCursor: releases.nextCursor,
    project: projectSlug ?? null,
    isFirstPage: cursor === undefined,
  }
}
