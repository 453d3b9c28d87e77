import { type ReactNode, useEffect, useRef } from 'react'
import { useActionResult } from '#renderer/page/page-data.ts'
import styles from './menu.module.css'

interface MenuProps {
  /** What the button shows. */
  title: ReactNode
  /** The name of a button that shows no words. */
  label?: string
  /** The key that opens the menu. */
  shortcut?: string
  /** The arrow beside a button is attached to it; `bare` has no arrow of its own. */
  shape?: 'arrow' | 'bare'
  children: ReactNode
}

/** A menu that the browser opens. All menus of a row share a name, so that only one of them is open. */
export function Menu({ title, label, shortcut, shape, children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null)
  const result = useActionResult()
  useEffect(() => {
    if (result?.kind === 'done' && menu.current?.open) close(menu.current)
  }, [result])
  return (
    <details ref={menu} className={styles.menu} name="issue-menu" data-shape={shape}>
      <summary data-key={shortcut} title={label} aria-label={label}>
        {title}
      </summary>
      <div className={styles.sheet}>{children}</div>
    </details>
  )
}

/** After an act the focus stays at the menu, not in a part that is hidden now. */
function close(menu: HTMLDetailsElement): void {
  const hadFocus = menu.contains(document.activeElement)
  menu.open = false
  if (hadFocus) menu.querySelector('summary')?.focus()
}
