import type { Contexts } from '../errors/event.ts'

/** What Sentry calls a platform. */
const systems: Record<string, string> = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' }

/** What a Node process runs on; nothing elsewhere. Without an import, so that what is bundled for others has none. */
export function describeNode(): Contexts {
  const { process } = globalThis as { process?: Partial<NodeJS.Process> } // other platforms have parts of it, or none
  const os = process?.getBuiltinModule?.('node:os')
  if (!process?.version || !os) return {}
  return {
    runtime: { name: 'node', version: process.version },
    os: { name: systems[os.platform()] ?? os.platform(), kernel_version: os.release() },
    device: { arch: os.arch() },
  }
}
