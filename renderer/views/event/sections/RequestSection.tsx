import { files, request as say, sections } from '#renderer/texts/issues/event.ts'
import { KeyValueList } from '#renderer/ui/content/KeyValueList.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { valueText } from '#renderer/views/event/facts/value-text.ts'
import type { NormalizedRequest } from '#server/processing/event.ts'
import styles from './ContextSections.module.css'
import { CopyFile } from './CopyFile.tsx'

interface RequestSectionProps {
  request: NormalizedRequest
  /** The address of the request as a curl command. */
  curlPath: string
}

/** Headers after these are collapsed. */
const OPEN_HEADERS = 8

export function RequestSection({ request, curlPath }: RequestSectionProps) {
  const main = [
    { name: say.address, value: request.url },
    { name: say.query, value: request.query_string },
    {
      name: say.body,
      value: request.data === undefined || request.data === null ? undefined : valueText(request.data),
    },
  ].flatMap(({ name, value }) => (value === undefined || value === '' ? [] : [{ name, value, isCode: true }]))
  const headers = mergedHeaders(request.headers)
  const cookies = mergedHeaders(request.cookies ?? [])
  if (main.length === 0 && headers.length === 0 && cookies.length === 0) return null
  return (
    <Section
      id="request"
      title={sections.request}
      note={request.method}
      aside={isWeb(request.url) && <CopyFile href={curlPath}>{files.curl}</CopyFile>}
    >
      {main.length > 0 && <KeyValueList shape="values" entries={main} />}
      {headers.length > 0 && (
        <details className={styles.folded} open={headers.length <= OPEN_HEADERS}>
          <summary>{say.headers(headers.length)}</summary>
          <KeyValueList shape="values" entries={headers} />
        </details>
      )}
      {cookies.length > 0 && (
        <details className={styles.folded}>
          <summary>{say.cookies(cookies.length)}</summary>
          <KeyValueList shape="values" entries={cookies} />
        </details>
      )}
    </Section>
  )
}

function isWeb(url: string | undefined): boolean {
  return /^https?:$/.test(URL.parse(url ?? '')?.protocol ?? '')
}

/** Joins the values of a repeated header, because the names in a list must be unique. */
function mergedHeaders(headers: [string, string][]) {
  const merged = new Map<string, string>()
  for (const [name, value] of headers) {
    const earlier = merged.get(name)
    merged.set(name, earlier === undefined ? value : `${earlier}\n${value}`)
  }
  return [...merged].map(([name, value]) => ({ name, value, isCode: true }))
}
