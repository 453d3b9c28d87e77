import type { ReactNode } from 'react'
import styles from './OtherWay.module.css'

/** A link below a form, to another way than the form's. */
export function OtherWay({ children }: { children: ReactNode }) {
  return <p className={styles.other}>{children}</p>
}
