import { tries as say } from '#renderer/texts/alerts/messages.ts'
import { Scroller } from '#renderer/ui/page/Scroller.tsx'
import styles from '#renderer/views/alert/alert.module.css'

/** What was sent, and what was answered, folded. */
export function Exchange({ request, response }: { request: string; response: string }) {
  return (
    <details className={styles.exchange}>
      <summary>{say.details}</summary>
      <Part name={say.request} text={request} />
      <Part name={say.response} text={response} />
    </details>
  )
}

function Part({ name, text }: { name: string; text: string }) {
  return (
    <>
      <h3>{name}</h3>
      {text === '' ? (
        <p>{say.empty}</p>
      ) : (
        <Scroller name={name} className={styles.code}>
          <pre>
            <bdi>{text}</bdi>
          </pre>
        </Scroller>
      )}
    </>
  )
}
