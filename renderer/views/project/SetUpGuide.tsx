import { setUp as say } from '#renderer/texts/account/projects.ts'
import { Snippet } from '#renderer/ui/content/Snippet.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from './SetUpGuide.module.css'
import { setUpSnippets } from './set-up/set-up-snippets.ts'

interface SetUpGuideProps {
  dsn: string
  /** The project's own kind of application, which is first; empty for none. */
  platform: string
  isOpen: boolean
}

/**
 * How to report to a project. Any Sentry SDK works with the DSN, and the most common ones have an example.
 */
export function SetUpGuide({ dsn, platform: own, isOpen }: SetUpGuideProps) {
  const snippets = setUpSnippets(dsn)
  const first = snippets.findIndex(({ platform }) => platform === own)
  const ordered =
    first < 0 ? snippets : [...snippets.slice(first, first + 1), ...snippets.toSpliced(first, 1)]
  return (
    <Section title={say.title}>
      <p className={styles.intro}>{say.intro}</p>
      {ordered.map(({ platform, install, files, test, note }, index) => (
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
