import type { Choices, Option } from '#renderer/layout/switches.ts'
import { Icon } from '#renderer/ui/icon/Icon.tsx'
import styles from './FrameMenu.module.css'

/** Chooses the page's project or environment. */
export function ScopeMenu({ title, shown, isSet, options }: Choices) {
  return (
    <details className={styles.menu} name="frame-menu">
      <MenuTitle title={title} shown={shown} isSet={isSet} />
      <div className={styles.panel}>
        <OptionList options={options} />
      </div>
    </details>
  )
}

export function MenuTitle({ title, shown, isSet }: { title: string; shown: string; isSet: boolean }) {
  return (
    <summary data-set={isSet || undefined}>
      <span className={styles.title}>
        {title}
        <span className="visually-hidden">: </span>
      </span>
      <bdi>{shown}</bdi>
    </summary>
  )
}

export function OptionList({ options }: { options: Option[] }) {
  return (
    <ul className={styles.options}>
      {options.map(({ name, href, isChosen }) => (
        <li key={href}>
          <a href={href} aria-current={isChosen || undefined}>
            <bdi>{name}</bdi>
            {isChosen && <Icon shape="check" size={14} />}
          </a>
        </li>
      ))}
    </ul>
  )
}
