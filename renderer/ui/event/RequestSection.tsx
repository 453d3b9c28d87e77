import type { NormalizedRequest } from '../../../server/processing/event.ts'
import { KeyValueList } from '../content/KeyValueList.tsx'
import { Section } from '../content/Section.tsx'
import styles from './ContextSections.module.css'
import { valueText } from './value-text.ts'

export function RequestSection({ request }: { request: NormalizedRequest }) {
  const main = [
    { name: 'Address', value: request.url },
    { name: 'Query', value: request.query_string },
    {
      name: 'Body',
      value: request.data === undefined || request.data === null ? undefined : valueText(request.data),
    },
  ].flatMap(({ name, value }) => (value === undefined || value === '' ? [] : [{ name, value, isCode: true }]))
  if (main.length === 0 && request.headers.length === 0) return null
  return (
    <Section title="Request" note={request.method}>
      {main.length > 0 && <KeyValueList shape="values" entries={main} />}
      {request.headers.length > 0 && (
        <div className={styles.headers}>
          <h3>Headers</h3>
          <KeyValueList shape="values" entries={mergedHeaders(request.headers)} />
        </div>
      )}
    </Section>
  )
}

/** A header may come more than once; a list's names may not. */
function mergedHeaders(headers: [string, string][]) {
  const merged = new Map<string, string>()
  for (const [name, value] of headers) {
    const earlier = merged.get(name)
    merged.set(name, earlier === undefined ? value : `${earlier}\n${value}`)
  }
  return [...merged].map(([name, value]) => ({ name, value, isCode: true }))
}
