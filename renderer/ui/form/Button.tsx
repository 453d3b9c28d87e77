import type { ButtonHTMLAttributes } from 'react'
import styles from './Button.module.css'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `main` is the most important action of a page. All others are quiet. */
  weight?: 'main' | 'quiet'
}

export function Button({ weight = 'quiet', type = 'submit', ...attributes }: ButtonProps) {
  return <button {...attributes} type={type} className={styles.button} data-weight={weight} />
}

/** A link that looks like a button. */
export function ButtonLink({ href, rel, children }: { href: string; rel?: string; children: string }) {
  return (
    <a className={styles.button} data-weight="quiet" href={href} rel={rel}>
      {children}
    </a>
  )
}
