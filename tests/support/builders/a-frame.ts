import { anyReader } from '#renderer/format/reader-time.ts'
import type { Frame } from '#renderer/page/loader.ts'

/** The frame of a page that nobody is signed in to. */
export function aFrame(parts: Partial<Frame> = {}): Frame {
  return { viewer: undefined, path: '/some/page', now: Date.UTC(2026, 10, 20), reader: anyReader, ...parts }
}
