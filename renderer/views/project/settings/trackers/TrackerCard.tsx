import { Form } from '#renderer/forms/Form.tsx'
import type { ActionResult } from '#renderer/page/action.ts'
import { card as say } from '#renderer/texts/settings/trackers.ts'
import { Snippet } from '#renderer/ui/content/Snippet.tsx'
import { Tag } from '#renderer/ui/content/Tag.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from '#renderer/views/project/settings/settings.module.css'
import type { ListedTracker } from '#server/models/trackers/trackers.ts'
import { TrackerFields } from './TrackerFields.tsx'

interface TrackerCardProps {
  tracker: ListedTracker
  result: ActionResult | undefined
}

/** A tracker with its test, its form, its webhook and its removal. */
export function TrackerCard({ tracker, result }: TrackerCardProps) {
  const { id, kindLabel, name, isTwoWay, linked, hookUrl, version, fields } = tracker
  const own = result?.kind === 'refused' && result.values.tracker === String(id) ? result : undefined
  const which = <input type="hidden" name="tracker" value={id} />
  return (
    <Section
      title={`${kindLabel} ${name}`}
      note={<Tag tone={isTwoWay ? 'good' : 'plain'}>{isTwoWay ? say.twoWay : say.oneWay}</Tag>}
      aside={
        isTwoWay && (
          <Form>
            {which}
            <Button name="change" value="test" aria-label={say.testNamed(name)}>
              {say.test}
            </Button>
          </Form>
        )
      }
    >
      <div className={styles.form}>
        <p>{say.linked(linked)}</p>
        <details className={styles.folded} open={own !== undefined}>
          <summary>{say.edit}</summary>
          <Form key={version}>
            {which}
            <input type="hidden" name="version" value={version} />
            <TrackerFields fields={fields} saved={tracker} result={own} />
            <Button weight="main" name="change" value="save">
              {say.save}
            </Button>
          </Form>
        </details>
        {hookUrl !== null && (
          <details className={styles.folded}>
            <summary>{say.hookTitle}</summary>
            <Form>
              {which}
              <p>{say.hookText}</p>
              <Snippet name={say.hookName} code={hookUrl} />
              <Button name="change" value="secret">
                {say.renew}
              </Button>
            </Form>
          </details>
        )}
        <details className={styles.folded}>
          <summary>{say.removeTitle}</summary>
          <Form>
            {which}
            <p>{say.removeText(name, linked)}</p>
            <Button name="change" value="remove">
              {say.remove}
            </Button>
          </Form>
        </details>
      </div>
    </Section>
  )
}
