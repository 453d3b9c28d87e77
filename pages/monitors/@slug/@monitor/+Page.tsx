import { formatCount } from '#renderer/format/format.ts'
import { Form } from '#renderer/forms/Form.tsx'
import { useMay } from '#renderer/forms/use-may.ts'
import { useFrame, usePageData } from '#renderer/page/page-data.ts'
import { monitorsPath } from '#renderer/paths.ts'
import { alertOnThis } from '#renderer/texts/alerts/rules.ts'
import * as say from '#renderer/texts/monitors.ts'
import { KeyValueList } from '#renderer/ui/content/KeyValueList.tsx'
import { Snippet } from '#renderer/ui/content/Snippet.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Button, ButtonLink } from '#renderer/ui/form/Button.tsx'
import { Notice } from '#renderer/ui/form/Notice.tsx'
import { Crumbs, PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Pagination } from '#renderer/ui/page/Pagination.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { WithAside } from '#renderer/ui/page/WithAside.tsx'
import { Acknowledged } from '#renderer/views/acknowledge/Acknowledged.tsx'
import { newRulePath } from '#renderer/views/alert/paths.ts'
import { checkInSnippets } from '#renderer/views/monitor/check-in-snippets.ts'
import { RunStrip } from '#renderer/views/monitor/RunStrip.tsx'
import { RunTable } from '#renderer/views/monitor/RunTable.tsx'
import { StateTag } from '#renderer/views/monitor/StateTag.tsx'
import type { loader } from './+loader.ts'
import styles from './monitor.module.css'

export default function MonitorPage() {
  const { monitor, runs, acknowledged, checkInCount, dsn, older, newest } = usePageData<typeof loader>()
  const { now } = useFrame()
  const isAdmin = useMay('admin')
  const message = monitor.environments.find((environment) => environment.message !== null)?.message
  return (
    <>
      <Crumbs
        crumbs={[
          { name: say.title, href: monitorsPath() },
          { name: monitor.projectSlug, href: monitorsPath({ project: monitor.projectSlug }), isCode: true },
        ]}
      />
      <PageHead
        title={monitor.slug}
        actions={
          isAdmin && <ButtonLink href={newRulePath({ monitor: monitor.id })}>{alertOnThis}</ButtonLink>
        }
      />
      <WithAside
        lead={
          <>
            {message !== undefined && message !== null && (
              <Notice tone="warning">{say.badSchedule(message)}</Notice>
            )}
            {monitor.config === null && <p>{say.noSchedule}</p>}
            {monitor.environments.map((environment) => (
              <Section
                key={environment.name}
                title={environment.name}
                note={<StateTag state={environment.state} />}
                aside={
                  environment.nextAt === null ? undefined : (
                    <span>
                      {say.nextOf(environment.nextAt, now)} <Time time={environment.nextAt} now={now} />
                    </span>
                  )
                }
              >
                <div className={styles.strip}>
                  <RunStrip runs={environment.runs} />
                  <Acknowledged
                    acknowledged={acknowledged.find((one) => one.environment === environment.name) ?? null}
                    now={now}
                    isReadOnly
                  />
                </div>
              </Section>
            ))}
          </>
        }
        aside={
          <>
            {monitor.config !== null && (
              <Section title={say.settings}>
                <div className={styles.strip}>
                  <KeyValueList
                    entries={[
                      { name: say.schedule.runs, value: monitor.schedule ?? '–', isCode: true },
                      {
                        name: say.schedule.margin,
                        value: formatCount(monitor.config.checkInMarginMinutes ?? 1, 'minute'),
                      },
                      {
                        name: say.schedule.longest,
                        value: formatCount(monitor.config.maxRuntimeMinutes ?? 30, 'minute'),
                      },
                    ]}
                  />
                </div>
              </Section>
            )}
            <details className={styles.send}>
              <summary>{say.sendOne}</summary>
              <div className={styles.snippets}>
                {checkInSnippets(dsn, monitor.slug).map((snippet) => (
                  <Snippet key={snippet.name} {...snippet} />
                ))}
              </div>
            </details>
            {isAdmin && (
              <details className={styles.send}>
                <summary>{say.remove}</summary>
                <Form className={styles.remove}>
                  <p>{say.whatIsDeleted(monitor.slug, checkInCount)}</p>
                  <Button name="change" value="delete">
                    {say.removeButton}
                  </Button>
                </Form>
              </details>
            )}
          </>
        }
      >
        <Section title={say.runs}>
          <RunTable runs={runs} now={now} />
        </Section>
        <Pagination newest={newest} older={older} />
      </WithAside>
    </>
  )
}
