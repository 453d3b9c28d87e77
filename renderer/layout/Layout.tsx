import { skip } from '#renderer/texts/issues/issue-list.ts'
import '#renderer/styles/fonts.css'
import '#renderer/styles/tokens.css'
import '#renderer/styles/base.css'
import '#renderer/styles/menus.css'
import '#renderer/styles/navigation.css'
import { Fragment, type ReactNode } from 'react'
import { usePageContext } from 'vike-react/usePageContext'
import { ReaderContext } from '#renderer/format/LocaleContext.ts'
import { anyReader } from '#renderer/format/reader-time.ts'
import { useLivePageData } from '#renderer/page/page-data.ts'
import styles from './Layout.module.css'
// Only the server renders these parts, so no script imports their styles.
import './menus/AccountMenu.module.css'
import './menus/FrameMenu.module.css'
import './menus/ScopeSwitches.module.css'
import './bars/SideBar.module.css'
import './bars/TopBar.module.css'
import './bars/TabBar.module.css'
import './bars/SettingsBar.module.css'
import './bars/ProjectDot.module.css'
import './DemoStrip.module.css'
import { FramePart } from './bars/FramePart.tsx'

/**
 * Puts the side bar, the search and the tabs around a signed-in page. Sign-in, set-up and failures have
 * none of them.
 */
export function Layout({ children }: { children: ReactNode }) {
  // A page that failed before its data was loaded has none.
  const frame = useLivePageData()?.frame
  const url = usePageContext().urlOriginal
  // Another address renders a new page. The parts around it stay.
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
