import type { DatabaseSync } from 'node:sqlite'

/** What is free below this share of the file is kept for what comes next: giving it back costs more than using it. */
const FREE_SHARE = 0.1
const PAGES_AT_ONCE = 8

/** Gives free pages back to the file system until the time is up; true while there are too many. Needs a transaction. */
export function createVacuum(connection: DatabaseSync) {
  const pages = connection.prepare('pragma page_count')
  const free = connection.prepare('pragma freelist_count')
  // Databases from before it was set have no map of their pages: they keep their size, and use it again.
  const isPossible = Number(connection.prepare('pragma auto_vacuum').get()?.auto_vacuum) === 2
  return (hasTime: () => boolean): boolean => {
    if (!isPossible) return false
    while (isMuch(Number(free.get()?.freelist_count), Number(pages.get()?.page_count))) {
      if (!hasTime()) return true
      connection.exec(`pragma incremental_vacuum(${PAGES_AT_ONCE})`)
    }
    return false
  }
}

function isMuch(freePages: number, pages: number): boolean {
  return freePages > pages * FREE_SHARE && freePages > PAGES_AT_ONCE
}
