import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import type { ReactNode } from 'react'
import { useData } from 'vike-react/useData'
import styles from './Layout.module.css'
import type { PageData } from './page-data.ts'
import { signOutPath } from './paths.ts'
import { SideBar } from './ui/frame/SideBar.tsx'
import { TabBar } from './ui/frame/TabBar.tsx'
import { TopBar } from './ui/frame/TopBar.tsx'

/** Side bar, search and tabs around a signed-in page; nothing around sign-in, set-up and failures. */
export function Layout({ children }: { children: ReactNode }) {
  // A page that failed before its data was loaded has none.
  const frame = useData<PageData | undefined>()?.frame
  if (frame?.viewer === undefined) return children
  return (
    <>
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      <div className={styles.frame}>
        <SideBar frame={frame} viewer={frame.viewer} />
        <div className={styles.column}>
          <TopBar />
          <main id="content" className={styles.content} tabIndex={-1}>
            {children}
          </main>
          <footer className={styles.account}>
            <bdi>{frame.viewer.email}</bdi>
            <form method="post" action={signOutPath}>
              <button type="submit">Sign out</button>
            </form>
          </footer>
        </div>
        <TabBar path={frame.path} />
      </div>
    </>
  )
}
