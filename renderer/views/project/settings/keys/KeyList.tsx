import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import { save, keys as say } from '#renderer/texts/settings/project-settings.ts'
import { Snippet } from '#renderer/ui/content/Snippet.tsx'
import { Tag } from '#renderer/ui/content/Tag.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import { LinesField } from '#renderer/ui/form/LinesField.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from '#renderer/views/project/settings/settings.module.css'
import { Version } from '#renderer/views/project/settings/Version.tsx'
import type { LimitState } from '#server/desk/projects/outcomes.ts'
import type { ShownKey } from '#server/models/settings/project-settings.ts'
import { KeyFacts } from './KeyFacts.tsx'
import { nameOf } from './key-name.ts'

interface KeyListProps {
  /** The project's slug. */
  project: string
  keys: readonly ShownKey[]
  /** The limits of each key, with what is used of them. */
  limits: readonly LimitState[]
  now: number
  result: ActionResult | undefined
}

export function KeyList({ keys, ...rest }: KeyListProps) {
  return keys.map((key) => <KeyCard key={key.publicKey} shown={key} {...rest} />)
}

function KeyCard({ shown, project, limits, now, result }: Omit<KeyListProps, 'keys'> & { shown: ShownKey }) {
  const { publicKey, dsn, isActive, isForPages } = shown
  const name = nameOf(publicKey)
  // The form of the key that was refused, among those with the same fields.
  const own = result?.kind === 'refused' && result.values.key === publicKey ? result : undefined
  return (
    <Section
      title={`${name}…`}
      note={<Tag tone={isActive ? 'good' : 'plain'}>{isActive ? say.on : say.off}</Tag>}
      aside={
        <Form>
          <input type="hidden" name="key" value={publicKey} />
          <Button
            name="change"
            value={isActive ? 'turn-off' : 'turn-on'}
            aria-label={isActive ? say.turnOffNamed(name) : say.turnOnNamed(name)}
          >
            {isActive ? say.turnOff : say.turnOn}
          </Button>
        </Form>
      }
    >
      <div className={styles.form}>
        <Snippet name="DSN" code={dsn} />
        <KeyFacts
          shown={shown}
          project={project}
          limits={limits.filter(({ keyName }) => keyName === name)}
          now={now}
        />
        {isForPages && <p>{say.ofPages}</p>}
        <details className={styles.folded} open={own !== undefined}>
          <summary>{say.editOrigins}</summary>
          <Form>
            <Version version={shown.version} />
            <input type="hidden" name="key" value={publicKey} />
            <LinesField
              label={say.origins}
              name="origins"
              hint={say.originsHint}
              lines={shown.allowedOrigins ?? []}
              rows={2}
              result={own}
            />
            <Button name="change" value="origins">
              {save}
            </Button>
          </Form>
        </details>
        {!isActive && !isForPages && <KeyRemoval publicKey={publicKey} />}
      </div>
    </Section>
  )
}

function KeyRemoval({ publicKey }: { publicKey: string }) {
  return (
    <details className={styles.folded}>
      <summary>{say.remove}</summary>
      <Form>
        <input type="hidden" name="key" value={publicKey} />
        <p>{say.removeWhat}</p>
        <Button name="change" value="delete">
          {say.removeConfirm}
        </Button>
      </Form>
    </details>
  )
}
