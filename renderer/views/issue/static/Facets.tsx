import { filters } from '#renderer/texts/issues/issues.ts'
import styles from './Facets.module.css'

export interface FacetGroup {
  name: string
  /** Chosen ones lead to the list without them. */
  links: { name: string; href: string; isChosen: boolean; count?: string }[]
}

/** What the issues of the list have in common, as ways to narrow it. */
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
