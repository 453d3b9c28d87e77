import type { LoaderContext } from '#renderer/page/loader.ts'

export async function loader({ desk }: LoaderContext) {
  return { choices: await desk.statusPages.listChoices() }
}
