import { filters } from '#renderer/texts/issues/issues.ts'
import styles from './Facets.module.css'

export interface FacetGroup {
  name: string
  /** The links of chosen values lead to the list without them. */
  links: { name: string; href: string; isChosen: boolean; count?: string }[]
}

/** The most frequent values among the issues of the list, as links that narrow it. */
export function Facets({ groups }: { groups: FacetGroup[] }) {
  return (
    <nav className={styles.facets} aria-label={filters}>
      {groups.map(({ name, links }) => (
        <section key={name}>
          <h2>{name}</h2>
          <ul>
            {links.map((link) => (
              <li key={link.href}>
                <a href={link.href} aria-current={link.isChosen || undefined}>
                  <bdi>{link.name}</bdi>
                  {link.count}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
