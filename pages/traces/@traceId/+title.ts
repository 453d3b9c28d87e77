import { titled } from '#renderer/page/page-title.ts'
import { traceTitle } from '#renderer/texts/traces.ts'
import type { loader } from './+loader.ts'

export default titled<typeof loader>(({ trace }) => `${traceTitle(trace)} · ${trace.traceId.slice(0, 8)}`)
