import type { LoaderContext } from '#renderer/page/loader.ts'

export async function loader({ desk }: LoaderContext) {
  return { pages: await desk.statusPages.list() }
}
