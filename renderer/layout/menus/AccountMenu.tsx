import { THEMES } from '#renderer/format/preference-names.ts'
import type { FrameFacts } from '#renderer/layout/frame-facts.ts'
import { settingsPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/frame/frame.ts'
import { Icon } from '#renderer/ui/icon/Icon.tsx'
import styles from './AccountMenu.module.css'
import { FrameField } from './FrameField.tsx'
import menu from './FrameMenu.module.css'

type AccountFacts = Pick<FrameFacts, 'email' | 'role' | 'theme'>

export function AccountMenu({ email, role, theme }: AccountFacts) {
  return (
    <nav className={styles.place} aria-label={say.accountMenu}>
      <details className={styles.account} name="frame-menu">
        <summary>
          <span className="visually-hidden">{say.account(email)}</span>
          <span aria-hidden="true">{email.slice(0, 2).toUpperCase()}</span>
        </summary>
        <div className={menu.panel} data-side="end">
          <p className={styles.who}>
            <bdi>{email}</bdi>
            <span>{role}</span>
          </p>
          <form className={styles.themes} method="post">
            <FrameField does="theme" />
            <fieldset>
              <legend className={styles.label}>{say.theme}</legend>
              <div className={styles.segments}>
                {THEMES.map((name) => (
                  <button key={name} type="submit" name="theme" value={name} aria-pressed={name === theme}>
                    {say.themes[name]}
                  </button>
                ))}
              </div>
            </fieldset>
          </form>
          <ul className={menu.options}>
            <li>
              <a href={settingsPath}>
                {say.settings}
                <Icon shape="settings" size={14} />
              </a>
            </li>
            <li data-needs-script>
              <button type="button" data-command="keys">
                {say.shortcuts}
                <Icon shape="keyboard" size={14} />
              </button>
            </li>
          </ul>
          <form className={styles.leave} method="post">
            <FrameField does="sign-out" />
            <button type="submit">
              {say.signOut}
              <Icon shape="leave" size={14} />
            </button>
          </form>
        </div>
      </details>
    </nav>
  )
}
