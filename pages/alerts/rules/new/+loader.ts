import { readChoices } from '#pages/alerts/rules/read-choices.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'

export async function loader(context: LoaderContext) {
  return { choices: await readChoices(context) }
}
