import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/navigation.css'
import { Fragment, type ReactNode, useEffect } from 'react'
import { usePageContext } from 'vike-react/usePageContext'
import styles from './Layout.module.css'
import { Form } from './navigation/Form.tsx'
import { useLivePageData } from './page-data.ts'
import { signOutPath } from './paths.ts'
import { SideBar } from './ui/frame/SideBar.tsx'
import { TabBar } from './ui/frame/TabBar.tsx'
import { TopBar } from './ui/frame/TopBar.tsx'

/** Side bar, search and tabs around a signed-in page; nothing around sign-in, set-up and failures. */
export function Layout({ children }: { children: ReactNode }) {
  // A page that failed before its data was loaded has none.
  const frame = useLivePageData()?.frame
  // A page begins anew where its address is another; what stands around it stays.
  const page = <Fragment key={usePageContext().urlOriginal}>{children}</Fragment>
  const viewerId = frame?.viewer?.id
  // what comes is told to who is signed in; its code is no part of what a page needs
  useEffect(() => {
    if (viewerId === undefined) return
    const live = import('./desk/live/start-live.ts').then(({ startLive }) => startLive(window))
    return () => void live.then((stop) => stop())
  }, [viewerId])
  if (frame?.viewer === undefined) return page
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
            {page}
          </main>
          <footer className={styles.account}>
            <bdi>{frame.viewer.email}</bdi>
            <Form action={signOutPath}>
              <button type="submit">Sign out</button>
            </Form>
          </footer>
        </div>
        <TabBar path={frame.path} />
      </div>
    </>
  )
}
