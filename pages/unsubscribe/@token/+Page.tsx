import { Form } from '#renderer/forms/Form.tsx'
import { useActionResult, usePageData } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/notifications/unsubscribe.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { FormPage } from '#renderer/ui/form/FormPage.tsx'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import styles from '#renderer/views/notifications/unsubscribe.module.css'
import type { MailScope, OpenedMailLink } from '#server/models/alerts/mail-links.ts'
import type { loader } from './+loader.ts'

/** What a link in a mail ends, each with the button that undoes it. */
export default function UnsubscribePage() {
  const { link } = usePageData<typeof loader>()
  return (
    <FormPage title={say.title} intro={say.intro(link.email)}>
      <ActionNotice result={useActionResult()} />
      <ul className={styles.scopes}>
        {link.issue !== undefined && (
          <Scope scope="issue" link={link} name={say.issue(link.issue.shortId)} hint={say.issueHint} />
        )}
        <Scope scope="kind" link={link} name={say.kinds[link.reason]} />
        <Scope scope="all" link={link} name={say.all} />
      </ul>
    </FormPage>
  )
}

interface ScopeProps {
  scope: MailScope
  link: OpenedMailLink
  name: string
  hint?: string
}

function Scope({ scope, link, name, hint }: ScopeProps) {
  const isEnded = link.ended[scope]
  return (
    <li>
      <div>
        <strong>{name}</strong>
        {hint !== undefined && <p>{hint}</p>}
      </div>
      <Form>
        <Button
          name="change"
          value={`${isEnded ? 'begin' : 'end'}:${scope}`}
          aria-label={isEnded ? say.beginOf(name) : say.endOf(name)}
        >
          {isEnded ? say.begin : say.end}
        </Button>
      </Form>
    </li>
  )
}
