import { coverage as say } from '#renderer/texts/account/source-maps.ts'
import { UnbrokenWords } from '#renderer/ui/content/UnbrokenWords.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { Coverage } from '#server/models/source-maps.ts'
import styles from './SourceMaps.module.css'

/** Says what share of frames has a source, and why others have none. */
export function CoverageSection({ coverage }: { coverage: Coverage }) {
  const { events, frames, mapped, reasons } = coverage
  if (frames === 0) {
    return (
      <Section title={say.title}>
        <p className={styles.note}>{say.none}</p>
      </Section>
    )
  }
  return (
    <Section title={say.title} note={say.note}>
      <div className={styles.share}>
        <p>
          <strong>{say.share(mapped, frames)}</strong> {say.of(mapped, frames, events)}
        </p>
        <span className={styles.track} aria-hidden="true">
          <span style={{ inlineSize: `${(mapped / frames) * 100}%` }} data-bar />
        </span>
      </div>
      {reasons.length > 0 && (
        <ul className={styles.reasons} aria-label={say.reasons}>
          {reasons.map(({ reason, frames: count, problem, remedy, command }) => (
            <li key={reason}>
              <div>
                <p>{problem}</p>
                <p className={styles.remedy}>{remedy}</p>
                {command !== null && (
                  <code>
                    <UnbrokenWords text={command} />
                  </code>
                )}
              </div>
              <span className={styles.count}>{say.frames(count)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
