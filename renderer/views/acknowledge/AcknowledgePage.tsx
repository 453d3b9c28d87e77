import { Form } from '#renderer/forms/Form.tsx'
import { useActionResult, useFrame } from '#renderer/page/page-data.ts'
import { link as say } from '#renderer/texts/alerts/acknowledging.ts'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import { FormPage } from '#renderer/ui/form/FormPage.tsx'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import type { AcknowledgeLink } from '#server/models/alerts/acknowledging.ts'
import styles from './AcknowledgePage.module.css'

/** What a link of a message leads to: to open it changes nothing, its button does. */
export function AcknowledgePage({ link }: { link: AcknowledgeLink }) {
  const result = useActionResult()
  const { now } = useFrame()
  switch (link.state) {
    case 'unknown':
      return <FormPage title={say.unknownTitle} intro={say.unknownText} />
    case 'expired':
      return <FormPage title={say.expiredTitle} intro={say.expiredText} />
    case 'ended':
      return (
        <FormPage title={say.endedTitles[link.about]} intro={say.endedTexts[link.about]}>
          <Subject title={link.title} />
        </FormPage>
      )
    case 'open':
      return (
        <FormPage title={say.titles[link.about]} intro={say.text}>
          <Subject title={link.title} />
          <Form>
            <ActionNotice result={result} />
            <Button weight="main" name="change" value="acknowledge">
              {say.button}
            </Button>
          </Form>
        </FormPage>
      )
    case 'acknowledged':
      return (
        <FormPage title={say.doneTitle}>
          <Subject title={link.title} />
          {link.acknowledged !== null && (
            <p>
              {say.by(link.acknowledged.who)} <Time time={link.acknowledged.at} now={now} />.
            </p>
          )}
          <Form>
            <ActionNotice result={result} />
            <Button name="change" value="take-back">
              {say.undo}
            </Button>
          </Form>
        </FormPage>
      )
  }
}

function Subject({ title }: { title: string }) {
  return (
    <p className={styles.subject}>
      <bdi>{title}</bdi>
    </p>
  )
}
