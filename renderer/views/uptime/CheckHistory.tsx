import { page as say, share } from '#renderer/texts/uptime/checks.ts'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { CheckDetail } from '#server/models/uptime/checks.ts'
import { ShareList } from './ShareList.tsx'
import { UptimeStrip } from './UptimeStrip.tsx'
import styles from './uptime.module.css'

/** Strips of the last day and the last 90, and the shares of both and of times between. */
export function CheckHistory({ check: { day, days, shares } }: { check: CheckDetail }) {
  return (
    <Section title={share.title} note={share.note}>
      <ShareList shares={shares} />
      <div className={styles.history}>
        <div>
          <h3>{say.day}</h3>
          <UptimeStrip cells={day} label={say.day} isTall />
        </div>
        <div>
          <h3>{say.days}</h3>
          <UptimeStrip cells={days} label={say.days} isTall />
        </div>
      </div>
    </Section>
  )
}
