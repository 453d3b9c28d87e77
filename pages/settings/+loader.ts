import { formatReaderTime } from '#renderer/format/reader-time.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { languages } from './languages.ts'

export function loader({ viewer, preferences, now }: LoaderContext) {
  const { theme, hasKeys, language, zone, chosen } = preferences
  const names = new Intl.DisplayNames('en', { type: 'language' })
  const offered = chosen.language === undefined ? languages : [...new Set([chosen.language, ...languages])]
  return {
    email: viewer?.email ?? '',
    role: viewer?.role ?? '',
    theme,
    hasKeys,
    zone: chosen.zone ?? '',
    language: chosen.language ?? '',
    example: formatReaderTime(now, { language, zone }),
    zones: Intl.supportedValuesOf('timeZone'),
    languages: offered.map((tag) => ({ tag, name: names.of(tag) ?? tag })),
  }
}
