import type { PageUpdates } from '#renderer/navigation/page-updates.ts'
import type { PageData } from '#renderer/page/page-data.ts'
import type { SetTimer } from '#telemetry/trace/idle-span.ts'
import type { Notice } from './notice.ts'

export interface PageUpdatesOptions {
  document: Document
  /** The shown page, with the data that it was rendered with. */
  shown: () => { url: string; data: PageData } | undefined
  updates: Pick<PageUpdates<PageData>, 'newest' | 'replace'>
  /** Loads the current data of a page; undefined where that fails. */
  reload: (url: string) => Promise<PageData | undefined>
  /** Drops the cached data of the pages at and below these paths. */
  forget: (paths: readonly string[]) => void
  /** Loads the address as a new document. */
  leaveFor: (url: string) => void
  setTimer: SetTimer
  clock: () => number
}

/** The functions that updates of all kinds of pages share. */
export interface UpdateTools extends PageUpdatesOptions {
  noticeIn: (host: HTMLElement) => Notice
}
