import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import * as say from '#renderer/texts/alerts/mutes.ts'
import { formatSpan } from '#renderer/texts/alerts/spans.ts'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { ListedMute } from '#server/models/alerts/rules.ts'
import styles from './alert.module.css'

const MINUTES = [15, 30, 60, 120, 480, 1440]
const USUAL_MINUTES = '30'

interface MuteSectionProps {
  mutes: readonly ListedMute[]
  projects: readonly { slug: string; name: string }[]
  result: ActionResult | undefined
  isReadOnly: boolean
}

/** The times in which no alerts are sent, and the form that begins one. */
export function MuteSection({ mutes, projects, result, isReadOnly }: MuteSectionProps) {
  if (isReadOnly && mutes.length === 0) return null
  return (
    <Section title={say.title} note={say.note}>
      {mutes.length > 0 && <Running mutes={mutes} isReadOnly={isReadOnly} />}
      {!isReadOnly && <MuteForm projects={projects} result={result} />}
    </Section>
  )
}

function Running({ mutes, isReadOnly }: Pick<MuteSectionProps, 'mutes' | 'isReadOnly'>) {
  return (
    <ul className={styles.mutes}>
      {mutes.map(({ id, project, reason, createdBy, until }) => (
        <li key={id}>
          <p>
            <b>
              <bdi>{project?.name ?? say.allProjects}</bdi>
            </b>{' '}
            <bdi>{reason === '' ? say.noReason : reason}</bdi>
            <span className={styles.detail}>
              {say.until} <Time time={until} /> <bdi>{say.by(createdBy)}</bdi>
            </span>
          </p>
          {!isReadOnly && (
            <Form>
              <input type="hidden" name="mute" value={id} readOnly />
              <Button name="change" value="end-mute" aria-label={say.endOf(project?.name ?? say.allProjects)}>
                {say.end}
              </Button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  )
}

function MuteForm({ projects, result }: Pick<MuteSectionProps, 'projects' | 'result'>) {
  const refusal = result?.kind === 'refused' && result.field !== undefined ? result : undefined
  const typed = refusal?.values ?? {}
  return (
    <Form className={styles.sentence}>
      <fieldset key={JSON.stringify(typed)}>
        <legend className="visually-hidden">{say.form.legend}</legend>
        <span>{say.form.for}</span>
        <select name="minutes" aria-label={say.form.duration} defaultValue={typed.minutes ?? USUAL_MINUTES}>
          {MINUTES.map((minutes) => (
            <option key={minutes} value={minutes}>
              {formatSpan(minutes)}
            </option>
          ))}
        </select>
        <span>{say.form.in}</span>
        <select name="project" aria-label={say.form.project} defaultValue={typed.project ?? ''}>
          <option value="">{say.allProjects}</option>
          {projects.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
        <span>{say.form.because}</span>
        <input
          name="reason"
          aria-label={say.form.reason}
          placeholder={say.form.example}
          defaultValue={typed.reason}
          maxLength={200}
          autoComplete="off"
          aria-invalid={refusal?.field === 'reason' || undefined}
        />
      </fieldset>
      {refusal !== undefined && (
        <p role="alert" className={styles.refusal}>
          {refusal.message}
        </p>
      )}
      <div>
        <Button name="change" value="add-mute">
          {say.form.button}
        </Button>
      </div>
    </Form>
  )
}
