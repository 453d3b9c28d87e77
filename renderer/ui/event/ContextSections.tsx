import type { NormalizedEvent } from '../../../server/processing/event.ts'
import { KeyValueList } from '../content/KeyValueList.tsx'
import { Section } from '../content/Section.tsx'
import styles from './ContextSections.module.css'
import { valueText } from './value-text.ts'

/** The person, the SDK's contexts and what the application added, each under its own name. */
export function ContextSections({ payload }: { payload: NormalizedEvent }) {
  const groups = [
    { name: 'user', values: payload.user ?? {} },
    ...Object.entries(payload.contexts).map(([name, values]) => ({ name, values })),
  ].filter(({ values }) => Object.keys(values).length > 0)
  return (
    <>
      {Object.keys(payload.extra).length > 0 && (
        <Section title="Extra" note="added by the application">
          <Values values={payload.extra} />
        </Section>
      )}
      {groups.length > 0 && (
        <Section title="Context">
          <div className={styles.groups}>
            {groups.map(({ name, values }) => (
              <div key={name} className={styles.group}>
                <h3>
                  <bdi>{name}</bdi>
                </h3>
                <Values values={values} />
              </div>
            ))}
          </div>
        </Section>
      )}
    </>
  )
}

function Values({ values }: { values: Record<string, unknown> }) {
  const entries = Object.entries(values).map(([name, value]) => ({
    name,
    value: valueText(value),
    isCode: true,
  }))
  return <KeyValueList shape="values" entries={entries} />
}
