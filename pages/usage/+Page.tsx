import { usePageData } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/account/usage.ts'
import { BarChart } from '#renderer/ui/chart/TimeChart.tsx'
import { UnbrokenWords } from '#renderer/ui/content/UnbrokenWords.tsx'
import { Notice } from '#renderer/ui/form/Notice.tsx'
import { EmptyState } from '#renderer/ui/page/EmptyState.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { DiskTable } from '#renderer/views/usage/DiskTable.tsx'
import { LimitTable } from '#renderer/views/usage/LimitTable.tsx'
import { OutcomeTable } from '#renderer/views/usage/OutcomeTable.tsx'
import { pivot, reasonsOf } from '#renderer/views/usage/pivot.ts'
import { ReasonTable } from '#renderer/views/usage/ReasonTable.tsx'
import type { loader } from './+loader.ts'
import styles from './usage.module.css'

export default function UsagePage() {
  const { usage, covered, chart, disk, refusal, own } = usePageData<typeof loader>()
  const { sums, keys, limits } = usage
  const reasons = reasonsOf(sums)
  const keyNames = new Map(keys.map(({ id, projectSlug, name }) => [id, `${projectSlug} ${name}…`]))
  const all = sums.reduce((total, { quantity }) => total + quantity, 0)
  return (
    <>
      <PageHead title={say.title} intro={say.intro} />
      <div className={styles.parts}>
        {refusal !== null && <Notice tone="refusal">{refusal}</Notice>}
        {own !== null && (
          <p className={styles.own}>
            {say.withoutOwn} <a href={own}>{say.showOwn}</a>
          </p>
        )}
        {sums.length === 0 ? (
          <EmptyState title={say.emptyTitle}>
            <p>{say.empty}</p>
          </EmptyState>
        ) : (
          <>
            {chart !== null && (
              <Section title={say.overTime} note={covered}>
                <BarChart chart={chart} name={say.overTime} height={120} />
              </Section>
            )}
            <Section title={say.byCategory} note={say.total(all)}>
              <OutcomeTable head={say.kind} rows={pivot(sums, ({ category }) => say.categories[category])} />
            </Section>
            {reasons.length > 0 && (
              <Section title={say.byReason}>
                <ReasonTable rows={reasons} />
              </Section>
            )}
            <Section title={say.byKey}>
              <OutcomeTable
                head={say.key}
                rows={pivot(sums, ({ keyId }) => keyNames.get(keyId) ?? '–')}
                isCode
              />
            </Section>
          </>
        )}
        <Section title={say.limits}>
          {limits.length === 0 ? (
            <p className={styles.note}>
              {say.noLimits}{' '}
              <code>
                <UnbrokenWords text={say.limitCommand} />
              </code>
            </p>
          ) : (
            <LimitTable limits={limits} />
          )}
          {say.alwaysLimited.map((sentence) => (
            <p key={sentence} className={styles.note}>
              {sentence}
            </p>
          ))}
        </Section>
        <DiskTable use={disk} />
      </div>
    </>
  )
}
