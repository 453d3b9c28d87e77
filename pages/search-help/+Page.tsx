import { issuesPath } from '../../renderer/paths.ts'
import { PageHead } from '../../renderer/ui/content/PageHead.tsx'
import { Section } from '../../renderer/ui/content/Section.tsx'
import { examples } from './examples.ts'
import styles from './search-help.module.css'

export default function SearchHelpPage() {
  return (
    <>
      <PageHead
        title="How to search"
        intro="Everything that is typed must be true of an issue. A digest, an event’s id or an issue’s short id that stands alone leads straight to what it names."
      />
      <div className={styles.help}>
        {examples.map(({ title, rows }) => (
          <Section key={title} title={title}>
            <dl className={styles.examples}>
              {rows.map(([query, meaning]) => (
                <div key={query}>
                  <dt>
                    <a href={issuesPath({ query })}>
                      <code>{query}</code>
                    </a>
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </Section>
        ))}
      </div>
    </>
  )
}
