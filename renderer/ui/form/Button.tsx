import type { ButtonHTMLAttributes } from 'react'
import styles from './Button.module.css'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `main` is the one action that a page is about; everything else is quiet. */
  weight?: 'main' | 'quiet'
}

export function Button({ weight = 'quiet', type = 'submit', ...attributes }: ButtonProps) {
  return <button {...attributes} type={type} className={styles.button} data-weight={weight} />
}

/** A way to another page that looks like a button. */
export function ButtonLink({ href, rel, children }: { href: string; rel?: string; children: string }) {
  return (
    <a className={styles.button} data-weight="quiet" href={href} rel={rel}>
      {children}
    </a>
  )
}
