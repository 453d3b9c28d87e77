import { Form } from '#renderer/forms/Form.tsx'
import { useMay } from '#renderer/forms/use-may.ts'
import { useActionResult, useFrame, usePageData } from '#renderer/page/page-data.ts'
import { alertsPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/alerts/messages.ts'
import { Button, ButtonLink } from '#renderer/ui/form/Button.tsx'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { EmptyState } from '#renderer/ui/page/EmptyState.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Pagination } from '#renderer/ui/page/Pagination.tsx'
import { AlertTabs } from '#renderer/views/alert/AlertTabs.tsx'
import styles from '#renderer/views/alert/alert.module.css'
import { MessageFilters } from '#renderer/views/alert/message/MessageFilters.tsx'
import { MessageTable } from '#renderer/views/alert/message/MessageTable.tsx'
import { messagesPath } from '#renderer/views/alert/paths.ts'
import { ViewTabs } from '#renderer/views/issue/list/ViewTabs.tsx'
import type { loader } from './+loader.ts'

export default function MessagesPage() {
  const { messages, tabs, filter, isFiltered, undelivered, channels, rules, newest, older } =
    usePageData<typeof loader>()
  const { now } = useFrame()
  const isAdmin = useMay('admin')
  return (
    <div className={styles.page}>
      <PageHead title={say.title} intro={say.intro} actions={isAdmin && undelivered > 0 && <RetryAll />} />
      <AlertTabs chosen="messages" />
      <ActionNotice result={useActionResult()} />
      <ViewTabs label={say.statesLabel} tabs={tabs} />
      <MessageFilters channels={channels} rules={rules} {...filter} />
      {messages.length > 0 ? (
        <MessageTable messages={messages} now={now} isAdmin={isAdmin} />
      ) : (
        <None isFiltered={isFiltered} />
      )}
      <Pagination newest={newest} older={older} labels={[say.newest, say.older]} />
    </div>
  )
}

function RetryAll() {
  return (
    <Form>
      <Button name="change" value="retry-all">
        {say.retryAll}
      </Button>
    </Form>
  )
}

function None({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState title={isFiltered ? say.noneMatch : say.noneTitle}>
      <p>{isFiltered ? say.noneMatchText : say.none}</p>
      {isFiltered ? (
        <ButtonLink href={messagesPath()}>{say.all}</ButtonLink>
      ) : (
        <ButtonLink href={alertsPath}>{say.toRules}</ButtonLink>
      )}
    </EmptyState>
  )
}
