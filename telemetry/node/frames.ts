import type { StackOptions } from '../errors/thrown/stacktrace.ts'
import { attempt } from '../transport/attempt.ts'

/** Frames of a server: files by path, shown relative to the application's directory. */
export function createNodeFrames(appRoot = ''): StackOptions {
  const root = pathOf(appRoot).replace(/(?<![\\/])[\\/]+$/, '')
  return {
    dataKeys: ['code', 'errno', 'syscall', 'status', 'statusCode', 'digest'],
    finishFrame(frame) {
      // This matches `at async Promise.all (index 0)`.
      const path = frame.abs_path?.replace(/^index \d+$/, '<anonymous>')
      const abs_path = path && pathOf(path)
      const below = root && abs_path?.startsWith(root) ? /^[\\/](.+)/.exec(abs_path.slice(root.length)) : null
      return { ...frame, abs_path, filename: below?.[1] ?? abs_path }
    },
  }
}

function pathOf(url: string): string {
  if (!url.startsWith('file://')) return url
  const path = url.replace(/^file:\/\/(?:\/(?=[a-z]:))?/i, '')
  return attempt(() => decodeURIComponent(path), path)
}
