import { type RefObject, useEffect, useRef } from 'react'
import { digestsPath } from '../../paths.ts'
import { Icon } from '../icon/Icon.tsx'
import styles from './TopBar.module.css'

export function TopBar() {
  const field = useRef<HTMLInputElement>(null)
  useSearchKey(field)
  return (
    <div className={styles.bar}>
      <search className={styles.search}>
        <form action={digestsPath} method="get">
          <Icon shape="search" size={15} className={styles.icon} />
          <input
            ref={field}
            className={styles.field}
            name="digest"
            aria-label="Find a digest or an event id"
            placeholder="Paste a digest or an event id"
            aria-keyshortcuts="Control+K Meta+K"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={500}
            required
          />
          <span className={styles.key} aria-hidden="true" data-needs-script>
            Ctrl K
          </span>
        </form>
      </search>
    </div>
  )
}

/** With a modifier, so that it cannot be hit while typing and needs no switch (WCAG 2.1.4). */
function useSearchKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      if (event.altKey || event.shiftKey) return
      event.preventDefault()
      field.current?.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [field])
}
