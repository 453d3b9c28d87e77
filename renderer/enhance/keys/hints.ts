import { createElements } from '#renderer/enhance/create-elements.ts'
import * as say from '#renderer/texts/frame/keys.ts'
import type { SetTimer } from '#telemetry/trace/idle-span.ts'
import styles from './hints.module.css'
import { checkboxOf, findFirstRow, findKeyTarget } from './key-targets.ts'

/** Looking for rows and keys must not delay the page that was just shown. */
const AFTER_MS = 300

/**
 * Says at the foot of a list which keys work there. It is drawn when they do, so that nobody reads of keys that are
 * switched off or not yet loaded; the style sheet leaves it out where there is no keyboard.
 */
export function installHints(document: Document, setTimer: SetTimer): void {
  const make = createElements(document)
  const strip = make('p', { class: styles.strip ?? '', 'aria-hidden': 'true' })

  function show(): void {
    const keys = listHints(document)
    strip.replaceChildren(
      ...keys.map(([pressed, does]) =>
        make('span', {}, ...pressed.map((key) => make('kbd', {}, key)), ` ${does}`),
      ),
    )
    if (keys.length === 0) strip.remove()
    else document.getElementById('content')?.after(strip)
  }

  let cancel = setTimer(show, AFTER_MS)
  document.addEventListener('crumbtrail:shown', () => {
    cancel()
    cancel = setTimer(show, AFTER_MS)
  })
}

type Hint = readonly [keys: readonly string[], does: string]

/** Empty where the page has no list, or where letters are switched off. */
function listHints(document: Document): Hint[] {
  const row = findFirstRow(document)
  if (row === null || document.querySelector('#frame-top [data-keys="on"]') === null) return []
  const { j, o, x, e, i, a, p, ...rest } = say.hints
  const hasKey = (key: string) =>
    findKeyTarget(document, key) !== undefined || row.matches(`:has([data-key="${key}"])`)
  const onIssues = row.matches(':has(input[name="issue"])')
  return [
    [['j', 'k'], j],
    [['o'], o],
    ...(checkboxOf(row) === null ? [] : [[['x'], x] as const]),
    ...Object.entries({ e, i, a }).flatMap(([key, does]): Hint[] => (hasKey(key) ? [[[key], does]] : [])),
    ...(onIssues ? [[['p'], p] as const] : []),
    ...Object.entries(rest).map(([key, does]): Hint => [[key], does]),
  ]
}
