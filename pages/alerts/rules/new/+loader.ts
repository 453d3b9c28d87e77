import { readChoices } from '#pages/alerts/rules/read-choices.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { parseRouteId } from '#renderer/page/route-id.ts'

const KINDS = ['monitor', 'check'] as const

export async function loader(context: LoaderContext) {
  const chosen = chosenOf(context.url)
  const choices = await readChoices(context, chosen)
  const about = choices.subjects.find(({ kind, id }) => kind === chosen?.kind && id === chosen.id)
  return { choices, ...(about !== undefined && { about }) }
}

/** The monitor, or check, whose page led here. */
function chosenOf({ searchParams }: URL) {
  for (const kind of KINDS) {
    const id = parseRouteId(searchParams.get(kind) ?? '')
    if (id !== undefined) return { kind, id }
  }
  return undefined
}
