import { formatReaderTime } from '#renderer/format/reader-time.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { zones } from './zones.ts'

export function loader({ viewer, preferences, now }: LoaderContext) {
  const { theme, hasKeys, zone, chosen } = preferences
  return {
    email: viewer?.email ?? '',
    role: viewer?.role ?? '',
    theme,
    hasKeys,
    zone: chosen.zone ?? '',
    example: formatReaderTime(now, { zone }),
    zones,
  }
}
