import type { Frame } from '../../renderer/loader.ts'
import { anyReader } from '../../renderer/reader-time.ts'

/** The frame of a page that nobody is signed in to. */
export function aFrame(parts: Partial<Frame> = {}): Frame {
  return { viewer: undefined, path: '/some/page', now: Date.UTC(2026, 10, 20), reader: anyReader, ...parts }
}
