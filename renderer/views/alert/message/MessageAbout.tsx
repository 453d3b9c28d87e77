import { page as say } from '#renderer/texts/alerts/messages.ts'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from '#renderer/views/alert/alert.module.css'
import type { MessageDetail } from '#server/models/alerts/deliveries.ts'

/** What a message says, and which issues it is about. */
export function MessageAbout({ subjects, more }: Pick<MessageDetail, 'subjects' | 'more'>) {
  return (
    <Section title={say.about}>
      <div className={styles.parts}>
        {subjects.length === 0 && <p>{say.noSubjects}</p>}
        <ul className={styles.latest}>
          {subjects.map(({ title, detail, url }) => (
            <li key={url + title}>
              <a href={url}>
                <bdi>{title}</bdi>
              </a>
              {detail !== '' && <bdi className={styles.detail}>{detail}</bdi>}
            </li>
          ))}
        </ul>
        {more > 0 && <p>{say.more(more)}</p>}
      </div>
    </Section>
  )
}
