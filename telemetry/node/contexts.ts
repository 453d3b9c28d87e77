import type { Contexts } from '../errors/event.ts'

/** Sentry's names of operating systems. */
const systems: Record<string, string> = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' }

/**
 * Describes the system of a Node process; undefined elsewhere. It imports nothing, so that bundles for
 * other platforms contain nothing of Node.
 */
export function describeNode(): Contexts {
  // Other platforms have only parts of it, or none.
  const { process } = globalThis as { process?: Partial<NodeJS.Process> }
  const os = process?.getBuiltinModule?.('node:os')
  if (!process?.version || !os) return {}
  return {
    runtime: { name: 'node', version: process.version },
    os: { name: systems[os.platform()] ?? os.platform(), kernel_version: os.release() },
    device: { arch: os.arch() },
  }
}
