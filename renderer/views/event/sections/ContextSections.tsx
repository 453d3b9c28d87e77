import { notes, sections, showOther } from '#renderer/texts/issues/event.ts'
import { KeyValueList } from '#renderer/ui/content/KeyValueList.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { contextLabel, contextValue } from '#renderer/views/event/facts/context-text.ts'
import type { NormalizedEvent } from '#server/processing/event.ts'
import styles from './ContextSections.module.css'

/** The number of values shown of one context. The rest is collapsed. */
const SHOWN_VALUES = 10
/** These contexts have sections of their own, or have nothing useful. */
const SHOWN_ELSEWHERE = new Set(['flags'])

/** The user, the SDK's contexts and what the application added, each under its own name. */
export function ContextSections({ payload }: { payload: NormalizedEvent }) {
  const { geo, ...user } = payload.user ?? {}
  const groups = [
    { name: 'user', values: isObject(geo) ? user : { ...user, ...(geo !== undefined && { geo }) } },
    // The place of the user stands in the user, but is read like a context.
    { name: 'geo', values: isObject(geo) ? geo : {} },
    ...Object.entries(payload.contexts).map(([name, values]) => ({ name, values })),
    { name: 'SDK', values: sdkValues(payload) },
  ].filter(({ name, values }) => Object.keys(values).length > 0 && !SHOWN_ELSEWHERE.has(name))
  return (
    <>
      {Object.keys(payload.extra).length > 0 && (
        <Section id="extra" title={sections.extra} note={notes.extra}>
          <Values values={payload.extra} />
        </Section>
      )}
      {groups.length > 0 && (
        <Section id="context" title={sections.context}>
          <div className={styles.groups}>
            {groups.map(({ name, values }) => (
              <div key={name} className={styles.group}>
                <h3>
                  <bdi>{name}</bdi>
                </h3>
                <Values context={name} values={values} />
              </div>
            ))}
          </div>
        </Section>
      )}
    </>
  )
}

/** What the SDK is made of. Its name and version are among the facts. */
function sdkValues({ sdk }: NormalizedEvent): Record<string, unknown> {
  const { packages = [], integrations = [] } = sdk ?? {}
  return {
    ...(packages.length > 0 && { packages: packages.map((one) => one.join(' ')).join(', ') }),
    ...(integrations.length > 0 && { integrations: integrations.join(', ') }),
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function Values({ context = '', values }: { context?: string; values: Record<string, unknown> }) {
  const entries = Object.entries(values).map(([name, value]) => {
    const text = contextValue(context, name, value)
    return {
      name: contextLabel(context, name),
      value: typeof text === 'string' ? text : <Time time={text.time} />,
      isCode: true,
    }
  })
  // A single value is not worth a click.
  const shown = entries.length > SHOWN_VALUES + 1 ? SHOWN_VALUES : entries.length
  return (
    <>
      <KeyValueList shape="values" entries={entries.slice(0, shown)} />
      {shown < entries.length && (
        <details className={styles.more}>
          <summary>{showOther(entries.length - shown)}</summary>
          <KeyValueList shape="values" entries={entries.slice(shown)} />
        </details>
      )}
    </>
  )
}
