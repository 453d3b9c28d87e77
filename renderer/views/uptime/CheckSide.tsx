import { formatDuration } from '#renderer/format/format-duration.ts'
import { Form } from '#renderer/forms/Form.tsx'
import { useMay } from '#renderer/forms/use-may.ts'
import { every, facts, now as nowSay, page as say } from '#renderer/texts/uptime/checks.ts'
import { KeyValueList } from '#renderer/ui/content/KeyValueList.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { Button, ButtonLink } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { Deletion } from '#renderer/views/alert/Deletion.tsx'
import { editCheckPath } from '#renderer/views/uptime/paths.ts'
import type { CheckDetail } from '#server/models/uptime/checks.ts'
import { CheckState } from './CheckState.tsx'
import styles from './uptime.module.css'

const WARNING_MS = 14 * 86_400_000

/** The check's state and settings, and what can be done with it. */
export function CheckSide({ check, now }: { check: CheckDetail; now: number }) {
  const isAdmin = useMay('admin')
  const isMember = useMay('member')
  const { name, isPaused, project, id } = check
  return (
    <>
      <Section title={say.state} note={<CheckState check={check} />}>
        <div className={styles.parts}>
          <StateFacts check={check} now={now} />
          {isMember && (
            <Form className={styles.ways}>
              <Button name="change" value="check-now">
                {nowSay.button}
              </Button>
              <Button name="change" value={isPaused ? 'resume' : 'pause'}>
                {isPaused ? say.resume : say.pause}
              </Button>
            </Form>
          )}
        </div>
      </Section>
      <Section
        title={say.settings}
        aside={isAdmin && <ButtonLink href={editCheckPath(project.slug, id)}>{say.edit}</ButtonLink>}
      >
        <KeyValueList entries={settingsOf(check)} shape="values" />
      </Section>
      {isAdmin && <Deletion title={say.delete} question={say.question(name)} button={say.deleteButton} />}
    </>
  )
}

function StateFacts({ check, now }: { check: CheckDetail; now: number }) {
  const { stateSince, checkedAt, nextAt, isPaused, meanMs, certificateEndsAt } = check
  const time = (at: number) => <Time time={at} now={now} />
  const entries = [
    { name: say.since, value: time(stateSince) },
    ...(checkedAt === null ? [] : [{ name: say.last, value: time(checkedAt) }]),
    ...(isPaused ? [] : [{ name: say.next, value: time(nextAt) }]),
    ...(meanMs === undefined ? [] : [{ name: say.mean, value: formatDuration(meanMs) }]),
    {
      name: say.certificate,
      value: certificateEndsAt === null ? say.noCertificate : time(certificateEndsAt),
    },
  ]
  const isEnding = certificateEndsAt !== null && certificateEndsAt - now < WARNING_MS
  return (
    <>
      <KeyValueList entries={entries} />
      {isEnding && <p className={styles.warn}>{say.endsSoon}</p>}
    </>
  )
}

function settingsOf(check: CheckDetail) {
  const { url, method, everyMinutes, timeoutMs, expects, contains, lacks, headerNames } = check
  const text = (name: string, value: string) => (value === '' ? [] : [{ name, value, isCode: true }])
  return [
    ...text(facts.url, url),
    ...text(facts.method, method),
    { name: facts.every, value: every(everyMinutes) },
    { name: facts.timeout, value: formatDuration(timeoutMs) },
    ...text(facts.expects, expects),
    ...text(facts.contains, contains),
    ...text(facts.lacks, lacks),
    ...text(facts.headers, headerNames.join(', ')),
  ]
}
