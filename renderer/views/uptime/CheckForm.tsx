import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import { form as say } from '#renderer/texts/uptime/checks.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { CheckField } from '#renderer/ui/form/CheckField.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { LinesField } from '#renderer/ui/form/LinesField.tsx'
import { SelectField } from '#renderer/ui/form/SelectField.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { CheckDetail } from '#server/models/uptime/checks.ts'
import { type CheckValues, HEADERS_FIELD, NEW_CHECK, shownValues, valuesOf } from './check-values.ts'
import styles from './uptime.module.css'

interface CheckFormProps {
  /** What is saved. A new check has nothing. */
  saved?: CheckDetail
  /** Where a new check can belong. */
  projects?: { slug: string; name: string }[]
  chosenProject?: string | undefined
  result: ActionResult | undefined
}

export function CheckForm({ saved, projects = [], chosenProject, result }: CheckFormProps) {
  const before = saved ? valuesOf(saved) : { ...NEW_CHECK, project: chosenProject ?? projects[0]?.slug ?? '' }
  const values = shownValues(before, result)
  return (
    <Form className={styles.form}>
      {saved !== undefined && <input type="hidden" name="version" value={saved.version} readOnly />}
      {/* Other values render other fields, so that a form that starts again has them, too. */}
      <div key={JSON.stringify(values)} className={styles.page}>
        <WhatFields values={values} projects={saved ? [] : projects} result={result} />
        <ConditionFields values={values} result={result} />
        <RequestFields values={values} saved={saved} result={result} />
      </div>
      <div className={styles.ways}>
        <Button weight="main" name="change" value="save">
          {say.save}
        </Button>
      </div>
    </Form>
  )
}

interface PartProps {
  values: CheckValues
  result: ActionResult | undefined
}

function WhatFields({
  values,
  projects,
  result,
}: PartProps & { projects: { slug: string; name: string }[] }) {
  const plain = { result, autoComplete: 'off', required: true }
  return (
    <Section title={say.legend}>
      <div className={styles.fields}>
        <Field
          {...plain}
          label={say.name}
          name="name"
          hint={say.nameHint}
          defaultValue={values.name}
          maxLength={80}
        />
        {projects.length > 0 && (
          <SelectField
            label={say.project}
            name="project"
            chosen={values.project}
            options={projects.map(({ slug, name }) => ({ value: slug, name }))}
            result={result}
          />
        )}
        <div className={styles.whole}>
          <Field
            {...plain}
            label={say.url}
            name="url"
            hint={say.urlHint}
            defaultValue={values.url}
            spellCheck={false}
          />
        </div>
        <Field
          {...plain}
          label={say.every}
          name="everyMinutes"
          hint={say.everyHint}
          defaultValue={values.everyMinutes}
          inputMode="numeric"
        />
        <Field
          {...plain}
          label={say.timeout}
          name="timeoutSeconds"
          hint={say.timeoutHint}
          defaultValue={values.timeoutSeconds}
          inputMode="numeric"
        />
      </div>
    </Section>
  )
}

function ConditionFields({ values, result }: PartProps) {
  const plain = { result, autoComplete: 'off', spellCheck: false }
  return (
    <Section title={say.conditions}>
      <div className={styles.fields}>
        <Field
          {...plain}
          label={say.expects}
          name="expects"
          hint={say.expectsHint}
          defaultValue={values.expects}
          required
        />
        <Field
          {...plain}
          label={say.contains}
          name="contains"
          hint={say.containsHint}
          defaultValue={values.contains}
        />
        <Field {...plain} label={say.lacks} name="lacks" hint={say.lacksHint} defaultValue={values.lacks} />
      </div>
    </Section>
  )
}

function RequestFields({ values, saved, result }: PartProps & { saved: CheckDetail | undefined }) {
  const names = saved?.headerNames ?? []
  return (
    <Section title={say.request}>
      <div className={styles.fields}>
        <SelectField
          label={say.method}
          name="method"
          chosen={values.method}
          options={['GET', 'HEAD', 'POST'].map((method) => ({ value: method, name: method }))}
          result={result}
        />
        <div className={styles.whole}>
          <LinesField
            label={say.headers}
            name={HEADERS_FIELD}
            hint={names.length > 0 ? `${say.headersHint} ${say.headersSaved(names)}` : say.headersHint}
            lines={[]}
            rows={2}
            result={result}
          />
        </div>
        {names.length > 0 && <CheckField label={say.forget} name="forget" isTicked={false} result={result} />}
        <div className={styles.whole}>
          <LinesField
            label={say.body}
            name="body"
            hint={say.bodyHint}
            lines={values.body.split('\n')}
            rows={2}
            result={result}
          />
        </div>
      </div>
    </Section>
  )
}
