import { setUp as say } from '#renderer/texts/account/projects.ts'
import { Snippet } from '#renderer/ui/content/Snippet.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from './SetUpGuide.module.css'
import { setUpSnippets } from './set-up/set-up-snippets.ts'

/**
 * How to report to a project. Any Sentry SDK works with the DSN, and the most common ones have an example.
 */
export function SetUpGuide({ dsn, isOpen }: { dsn: string; isOpen: boolean }) {
  return (
    <Section title={say.title}>
      <p className={styles.intro}>{say.intro}</p>
      {setUpSnippets(dsn).map(({ platform, install, files, test, note }, index) => (
        <details key={platform} className={styles.platform} open={isOpen && index === 0} name="platform">
          <summary>{platform}</summary>
          <div className={styles.body}>
            <Snippet name={files.length === 0 ? say.inTerminal : say.install} code={install} />
            {files.map(({ name, code }) => (
              <Snippet key={name} name={name} code={code} />
            ))}
            {test !== undefined && (
              <>
                <p>{say.toTest}</p>
                <Snippet name={test.name} code={test.code} />
              </>
            )}
            {note !== undefined && <p>{note}</p>}
          </div>
        </details>
      ))}
    </Section>
  )
}
