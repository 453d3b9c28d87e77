import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import { form as say } from '#renderer/texts/uptime/status-pages.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { CheckField } from '#renderer/ui/form/CheckField.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { LinesField } from '#renderer/ui/form/LinesField.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { StatusPageChoice, StatusPageDetail } from '#server/models/uptime/status-pages.ts'
import styles from './status.module.css'
import { type StatusValues, shownValues } from './status-values.ts'

interface StatusPageFormProps {
  /** What is saved. A new page has nothing. */
  saved?: StatusPageDetail
  choices: readonly StatusPageChoice[]
  result: ActionResult | undefined
}

export function StatusPageForm({ saved, choices, result }: StatusPageFormProps) {
  const values = shownValues(saved, choices, result)
  return (
    <Form className={styles.form}>
      {saved !== undefined && <input type="hidden" name="version" value={saved.version} readOnly />}
      {/* Other values render other fields, so that a form that starts again has them, too. */}
      <div key={JSON.stringify(values)} className={styles.form}>
        <PageFields values={values} result={result} />
        <Section title={say.items} note={say.itemsNote}>
          <ItemFields items={values.items} />
        </Section>
      </div>
      <div>
        <Button weight="main" name="change" value="save">
          {say.save}
        </Button>
      </div>
    </Form>
  )
}

function PageFields({ values, result }: { values: StatusValues; result: ActionResult | undefined }) {
  const plain = { result, autoComplete: 'off', required: true }
  return (
    <Section title={say.page}>
      <div className={styles.fields}>
        <Field
          {...plain}
          label={say.title}
          name="title"
          hint={say.titleHint}
          defaultValue={values.title}
          maxLength={100}
        />
        <Field
          {...plain}
          label={say.slug}
          name="slug"
          hint={say.slugHint}
          defaultValue={values.slug}
          spellCheck={false}
        />
        <Field
          {...plain}
          label={say.timezone}
          name="timezone"
          hint={say.timezoneHint}
          defaultValue={values.timezone}
        />
        <div className={styles.whole}>
          <LinesField
            label={say.announcement}
            name="announcement"
            hint={say.announcementHint}
            lines={values.announcement.split('\n')}
            rows={2}
            result={result}
          />
        </div>
        <div className={styles.whole}>
          <CheckField label={say.indexed} name="indexed" isTicked={values.isIndexed} result={result} />
        </div>
      </div>
    </Section>
  )
}

function ItemFields({ items }: Pick<StatusValues, 'items'>) {
  if (items.length === 0) return <p className={styles.none}>{say.noItems}</p>
  return (
    <ul className={styles.items}>
      {items.map(({ key, about, project, name, isShown }) => (
        <li key={key}>
          <label>
            <input type="checkbox" name={`show.${key}`} defaultChecked={isShown} />
            <span>
              <bdi>{about}</bdi> <code>{project}</code>
            </span>
          </label>
          <input
            name={`name.${key}`}
            defaultValue={name}
            aria-label={say.publicName(about, project)}
            maxLength={80}
            autoComplete="off"
          />
        </li>
      ))}
    </ul>
  )
}
