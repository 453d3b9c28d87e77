import { Form } from '#renderer/forms/Form.tsx'
import { checks as say } from '#renderer/texts/settings/instance.ts'
import { Tag } from '#renderer/ui/content/Tag.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { InstanceCheck } from '#server/models/settings/instance.ts'
import styles from './instance.module.css'

const TONES = { ok: 'good', warn: 'accent', fail: 'alarm' } as const

/** What the last look at the installation found; undefined before the first one. */
export function CheckSection({ checks }: { checks: readonly InstanceCheck[] | undefined }) {
  const count = (state: InstanceCheck['state']) =>
    checks?.filter((check) => check.state === state).length ?? 0
  return (
    <Section title={say.title} note={checks && say.all(count('ok'), count('warn'), count('fail'))}>
      <div className={styles.body}>
        <p>{say.intro}</p>
        <Form>
          <Button name="change" value="examine">
            {say.run}
          </Button>
        </Form>
      </div>
      {checks !== undefined && (
        <ul className={styles.checks}>
          {checks.map(({ name, state, message }) => (
            <li key={name} data-state={state}>
              <Tag tone={TONES[state]}>{say.states[state]}</Tag>
              <b>{name}</b>
              <span>{message}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
