import { Form } from '#renderer/forms/Form.tsx'
import { setUp as say } from '#renderer/texts/account/source-maps.ts'
import { Snippet } from '#renderer/ui/content/Snippet.tsx'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import styles from './SourceMaps.module.css'
import { uploadSnippets } from './upload-snippets.ts'

interface SourceMapSetUpProps {
  project: string
  /** The desk's own. */
  address: string
  token: string | undefined
  /** The viewer may not make tokens. */
  isReadOnly?: boolean
}

/** Makes a token for uploads, and shows the command for each build tool. `token` is one that was just made. */
export function SourceMapSetUp({ project, address, token, isReadOnly }: SourceMapSetUpProps) {
  const [first, ...others] = uploadSnippets(project, address)
  return (
    <Section title={say.title}>
      <div className={styles.setUp}>
        <p>{say.intro}</p>
        {token === undefined && isReadOnly && <p>{say.tokenByAdmin}</p>}
        {token === undefined && !isReadOnly && (
          <Form className={styles.make}>
            <Button name="change" value="create-token">
              {say.makeToken}
            </Button>
            <span>{say.tokenHint}</span>
          </Form>
        )}
        {token !== undefined && (
          <div className={styles.token} role="status">
            <Snippet name={say.token} code={token} />
            <p>{say.tokenOnce}</p>
          </div>
        )}
        {first !== undefined && <Snippet {...first} />}
      </div>
      {others.map(({ name, code }) => (
        <details key={name} className={styles.tool}>
          <summary>{name}</summary>
          <div>
            <Snippet name={name} code={code} />
          </div>
        </details>
      ))}
    </Section>
  )
}
