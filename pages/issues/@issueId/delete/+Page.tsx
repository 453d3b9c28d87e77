import { clipText } from '#renderer/format/format.ts'
import { Form } from '#renderer/forms/Form.tsx'
import { useActionResult, usePageData } from '#renderer/page/page-data.ts'
import { issuePath, issuesPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/issues/delete-issue.ts'
import { title as issues } from '#renderer/texts/issues/issue-list.ts'
import { Button, ButtonLink } from '#renderer/ui/form/Button.tsx'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { Crumbs, PageHead } from '#renderer/ui/page/PageHead.tsx'
import type { loader } from './+loader.ts'
import styles from './delete.module.css'

/** Asks before an issue is deleted, because that cannot be undone, and counts what is deleted with it. */
export default function DeleteIssuePage() {
  const { id, shortId, projectSlug, type, value, stored } = usePageData<typeof loader>()
  return (
    <>
      <Crumbs
        crumbs={[
          { name: issues, href: issuesPath() },
          { name: projectSlug, href: issuesPath({ project: projectSlug }) },
          { name: shortId, href: issuePath(id), isCode: true },
        ]}
      />
      <PageHead
        title={say.title(shortId)}
        intro={
          <bdi>
            {clipText(type, 120)}: {clipText(value, 300)}
          </bdi>
        }
      />
      <ActionNotice result={useActionResult()} />
      <Form className={styles.question}>
        <p>
          {stored !== null && <b>{say.whatGoes(stored)}</b>} {say.noUndo}
        </p>
        <div className={styles.ways}>
          <Button weight="main" name="change" value="delete">
            {say.confirm}
          </Button>
          <ButtonLink href={issuePath(id)}>{say.cancel}</ButtonLink>
        </div>
      </Form>
    </>
  )
}
