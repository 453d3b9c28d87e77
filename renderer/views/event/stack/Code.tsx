import { codeOf, failedLine } from '#renderer/texts/issues/event.ts'
import { Scroller } from '#renderer/ui/page/Scroller.tsx'
import type { NormalizedFrame } from '#server/processing/event.ts'
import styles from './Code.module.css'
import { codeLines } from './code-lines.ts'

/**
 * The code around a frame's line. Every character is in a text node, so that reports cannot inject markup.
 */
export function Code({ frame }: { frame: NormalizedFrame }) {
  return (
    <Scroller name={codeOf(frame.function)} className={styles.code}>
      <pre className={styles.lines}>
        {codeLines(frame).map(({ number, tokens, isFailing }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of code stand still
          <span key={index} className={styles.line} data-failing={isFailing}>
            <span className={styles.number}>{number}</span>
            <span className={styles.text}>
              {tokens.map(({ kind, text, isError }, position) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: tokens of a line stand still
                <span key={position} data-token={kind} data-fault={isError || undefined}>
                  {text}
                </span>
              ))}
              {'\n'}
            </span>
            {isFailing && <span className="visually-hidden">{failedLine}</span>}
          </span>
        ))}
      </pre>
    </Scroller>
  )
}
