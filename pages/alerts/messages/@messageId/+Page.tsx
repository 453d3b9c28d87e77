import { useActionResult, useFrame, usePageData } from '#renderer/page/page-data.ts'
import { alertsPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/alerts/messages.ts'
import { title as alerts } from '#renderer/texts/alerts/rules.ts'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { Crumbs, PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { WithAside } from '#renderer/ui/page/WithAside.tsx'
import styles from '#renderer/views/alert/alert.module.css'
import { MessageAbout } from '#renderer/views/alert/message/MessageAbout.tsx'
import { MessageFacts } from '#renderer/views/alert/message/MessageFacts.tsx'
import { TryList } from '#renderer/views/alert/message/TryList.tsx'
import { messagesPath } from '#renderer/views/alert/paths.ts'
import type { loader } from './+loader.ts'

export default function MessagePage() {
  const { message } = usePageData<typeof loader>()
  const { now } = useFrame()
  return (
    <>
      <Crumbs
        crumbs={[
          { name: alerts, href: alertsPath },
          { name: say.title, href: messagesPath() },
        ]}
      />
      <PageHead title={message.title} intro={say.meanings[message.state]} />
      <ActionNotice result={useActionResult()} />
      <WithAside
        lead={<MessageAbout subjects={message.subjects} more={message.more} />}
        aside={<MessageFacts message={message} now={now} />}
      >
        <Section title={say.page.tries}>
          {message.tries.length === 0 ? (
            <p className={styles.parts}>{say.page.noTries}</p>
          ) : (
            <TryList tries={message.tries} now={now} />
          )}
        </Section>
      </WithAside>
    </>
  )
}
