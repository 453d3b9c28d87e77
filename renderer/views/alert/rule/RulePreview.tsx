import { preview as say } from '#renderer/texts/alerts/rules.ts'
import type { BarChartData } from '#renderer/ui/chart/draw/draw-bars.ts'
import { BarChart } from '#renderer/ui/chart/TimeChart.tsx'
import { PageTime } from '#renderer/ui/content/PageTime.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from '#renderer/views/alert/alert.module.css'
import type { NoPreview, RulePreview as Preview } from '#server/models/alerts/rules.ts'

interface RulePreviewProps {
  preview: Preview | NoPreview
  /** Height of the chart of messages by day, in pixels. */
  chart: BarChartData | undefined
  now: number
}

/** What a rule would have sent, by day, with the latest issues that it would have been about. */
export function RulePreview({ preview, chart, now }: RulePreviewProps) {
  if ('unknown' in preview)
    return (
      <Section title={say.title} note={say.note} id="preview">
        <div className={styles.parts}>
          <p role="status">{preview.unknown}</p>
        </div>
      </Section>
    )
  const { messages, latest } = preview
  return (
    <Section title={say.title} note={say.note} id="preview">
      <div className={styles.parts}>
        <div role="status">
          <p>{say.sum(preview)}</p>
          {preview.note !== undefined && <p className={styles.detail}>{preview.note}</p>}
        </div>
        {messages > 0 && chart !== undefined && <BarChart chart={chart} name={say.chart} height={72} />}
        {latest.length > 0 && (
          <>
            <h3>{say.latest}</h3>
            <ul className={styles.latest}>
              {latest.map(({ name, title, at, path }) => (
                <li key={`${name} ${at}`}>
                  <a href={path}>
                    <bdi>{name}</bdi>
                  </a>{' '}
                  <bdi>{title}</bdi>
                  <span className={styles.detail}>
                    <PageTime time={at} now={now} />
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Section>
  )
}
