import type { PeriodChoice } from '#renderer/layout/switches.ts'
import * as say from '#renderer/texts/frame/frame.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import styles from './FrameMenu.module.css'
import { MenuTitle, OptionList } from './ScopeMenu.tsx'

/** Chooses the page's period: up to now, or between two times in the reader's own zone. */
export function PeriodMenu({
  shown,
  isSet,
  options,
  compare,
  path,
  hiddenFields,
  zone,
  start,
  end,
}: PeriodChoice) {
  return (
    <details className={styles.menu} name="frame-menu">
      <MenuTitle title={say.period} shown={shown} isSet={isSet} />
      <div className={styles.panel} data-side="end">
        <OptionList options={options} />
        <form className={styles.form} action={path} method="get">
          {hiddenFields.map(([name, value]) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ))}
          <input type="hidden" name="zone" value={zone} />
          <label>
            {say.from}
            <input type="datetime-local" name="start" defaultValue={start} required />
          </label>
          <label>
            {say.to}
            <input type="datetime-local" name="end" defaultValue={end} required />
          </label>
          <p className={styles.hint}>{say.timesIn(zone)}</p>
          <Button>{say.show}</Button>
        </form>
        {compare !== undefined && <OptionList options={[compare]} />}
      </div>
    </details>
  )
}
