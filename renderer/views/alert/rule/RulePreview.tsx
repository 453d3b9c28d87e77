import { preview as say } from '#renderer/texts/alerts/rules.ts'
import type { BarChartData } from '#renderer/ui/chart/draw/draw-bars.ts'
import { BarChart } from '#renderer/ui/chart/TimeChart.tsx'
import { PageTime } from '#renderer/ui/content/PageTime.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from '#renderer/views/alert/alert.module.css'
import type { RulePreview as Preview } from '#server/models/alerts/rules.ts'

interface RulePreviewProps {
  preview: Preview
  chart: BarChartData
  now: number
}

/** What a rule would have sent, by day, with the latest issues that it would have been about. */
export function RulePreview({ preview, chart, now }: RulePreviewProps) {
  const { days, messages, issues, busiestHour, latest } = preview
  return (
    <Section title={say.title} note={say.note} id="preview">
      <div className={styles.parts}>
        <p role="status">{say.sum(days, messages, issues, busiestHour)}</p>
        {messages > 0 && <BarChart chart={chart} name={say.chart} height={72} />}
        {latest.length > 0 && (
          <>
            <h3>{say.latest}</h3>
            <ul className={styles.latest}>
              {latest.map(({ shortId, title, at, path }) => (
                <li key={`${shortId} ${at}`}>
                  <a href={path}>{shortId}</a> <bdi>{title}</bdi>
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
