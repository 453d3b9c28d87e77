import { skip } from './texts/issue-list.ts'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/menus.css'
import './styles/navigation.css'
import { Fragment, type ReactNode } from 'react'
import { usePageContext } from 'vike-react/usePageContext'
import styles from './Layout.module.css'
import { useLivePageData } from './page-data.ts'
import { ReaderContext } from './ReaderContext.ts'
import { anyReader } from './reader-time.ts'
// The styles of what the server renders: no script names their classes.
import './ui/frame/AccountMenu.module.css'
import './ui/frame/FrameMenu.module.css'
import './ui/frame/SideBar.module.css'
import './ui/frame/TopBar.module.css'
import './ui/frame/TabBar.module.css'
import './ui/frame/ProjectDot.module.css'
import './ui/frame/DemoStrip.module.css'
import { FramePart } from './ui/frame/FramePart.tsx'

/** Side bar, search and tabs around a signed-in page; nothing around sign-in, set-up and failures. */
export function Layout({ children }: { children: ReactNode }) {
  // A page that failed before its data was loaded has none.
  const frame = useLivePageData()?.frame
  const url = usePageContext().urlOriginal
  // A page begins anew where its address is another; what stands around it stays.
  const page = (
    <ReaderContext value={frame?.reader ?? anyReader}>
      <Fragment key={url}>{children}</Fragment>
    </ReaderContext>
  )
  if (frame?.viewer === undefined) return page
  const { side = '', top = '', tabs = '' } = frame.html ?? {}
  return (
    <>
      <a className={styles.skip} href="#content">
        {skip}
      </a>
      <div className={styles.frame}>
        <FramePart id="frame-side" url={url} html={side} />
        <div className={styles.column}>
          <FramePart id="frame-top" url={url} html={top} />
          <main id="content" className={styles.content} tabIndex={-1}>
            {page}
          </main>
        </div>
        <FramePart id="frame-tabs" url={url} html={tabs} />
      </div>
    </>
  )
}
