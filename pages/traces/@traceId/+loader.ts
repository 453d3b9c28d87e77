import { redirect, render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { tracePath } from '#renderer/paths.ts'
import { parseTraceAddress, toTraceView } from '#renderer/views/trace/trace-address.ts'

export async function loader({ desk, routeParams, url }: LoaderContext) {
  const given = routeParams.traceId ?? ''
  const traceId = desk.traces.findTarget(given)
  if (traceId === undefined) throw render(404)
  // Each trace has one address, however its id was written.
  if (traceId !== given) throw redirect(`${tracePath(traceId)}${url.search}`)
  const address = parseTraceAddress(url.searchParams)
  const other = url.searchParams.get('with')
  const [trace, comparison, alike] = await Promise.all([
    desk.traces.show(traceId, { ...toTraceView(address), ...parseChunk(url.searchParams) }),
    compare(desk, traceId, other),
    // A script that asks for rows has the list already.
    url.searchParams.has('chunk') ? undefined : desk.traces.listAlike(traceId),
  ])
  if (trace === undefined) throw render(404)
  // The frame marks the demo's pages by it.
  const { projectSlug } = trace
  return { trace, address, comparison, alike: alike ?? null, projectSlug }
}

/** What the page's scripts ask for: a part of the rows, or none where they only need one span. */
function parseChunk(parameters: URLSearchParams): { chunk?: number } {
  const chunk = parameters.get('chunk')
  if (chunk === 'none') return { chunk: -1 }
  return chunk !== null && /^\d{1,4}$/.test(chunk) ? { chunk: Number(chunk) } : {}
}

async function compare(desk: LoaderContext['desk'], traceId: string, given: string | null) {
  if (given === null || given.trim() === '') return null
  const other = desk.traces.findTarget(given)
  const found = other === undefined ? undefined : await desk.traces.compare(traceId, other)
  return found ?? { refusal: other === undefined ? 'id' : 'missing' }
}
