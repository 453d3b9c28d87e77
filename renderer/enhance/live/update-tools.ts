import type { PageUpdates } from '#renderer/navigation/page-updates.ts'
import type { PageData } from '#renderer/page/page-data.ts'
import type { SetTimer } from '#telemetry/trace/idle-span.ts'
import type { Notice } from './notice.ts'

export interface PageUpdatesOptions {
  document: Document
  /** The page that is shown, with the data that it was rendered with. */
  shown: () => { url: string; data: PageData } | undefined
  updates: Pick<PageUpdates<PageData>, 'newest' | 'replace'>
  /** Asks for a page's data as it is now; undefined where it cannot be had. */
  reload: (url: string) => Promise<PageData | undefined>
  /** Forgets what was loaded of the pages at these paths and below, to be shown when they are gone to. */
  forget: (paths: readonly string[]) => void
  /** Goes to an address by a document of its own. */
  leaveFor: (url: string) => void
  setTimer: SetTimer
  clock: () => number
}

/** What the kinds of pages share. */
export interface UpdateTools extends PageUpdatesOptions {
  noticeIn: (host: HTMLElement) => Notice
}
