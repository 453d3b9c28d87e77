import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Waits until a file is on disk, or a folder's names are. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
