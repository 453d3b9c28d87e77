import type { DumpReader } from './dump-reader.ts'

export type DumpSystem = 'windows' | 'apple' | 'linux' | 'other'

export interface SystemInfo {
  system: DumpSystem
  os: { name?: string; version?: string; build?: string }
  device: { arch?: string; processor_count?: number }
}

/** Breakpad's numbers follow those of Windows. */
const SYSTEMS: ReadonlyMap<number, [DumpSystem, string]> = new Map([
  [1, ['windows', 'Windows']],
  [2, ['windows', 'Windows']],
  [0x8000, ['other', 'Unix']],
  [0x8101, ['apple', 'macOS']],
  [0x8102, ['apple', 'iOS']],
  [0x8201, ['linux', 'Linux']],
  [0x8202, ['other', 'Solaris']],
  [0x8203, ['linux', 'Android']],
  [0x8206, ['other', 'Fuchsia']],
])

const ARCHITECTURES: ReadonlyMap<number, string> = new Map([
  [0, 'x86'],
  [1, 'mips'],
  [3, 'ppc'],
  [5, 'arm'],
  [6, 'ia64'],
  [9, 'x86_64'],
  [12, 'arm64'],
  [0x8002, 'ppc64'],
  [0x8003, 'arm64'],
  [0x8005, 'riscv'],
  [0x8006, 'riscv64'],
])

/** https://learn.microsoft.com/en-us/windows/win32/api/minidumpapiset/ns-minidumpapiset-minidump_system_info */
export function readSystemInfo(dump: DumpReader, stream: DumpReader): SystemInfo {
  const [system, name] = SYSTEMS.get(stream.u32(20)) ?? (['other', undefined] as const)
  const version = [stream.u32(8), stream.u32(12), stream.u32(16)]
  const buildAt = stream.u32(24)
  const build = buildAt === 0 ? '' : dump.text(buildAt).trim()
  const arch = ARCHITECTURES.get(stream.u16(0))
  const processors = stream.u16(6) & 0xff
  return {
    system,
    os: {
      ...(name === undefined ? {} : { name }),
      // Breakpad leaves zeros on Linux, and the kernel's name in the build.
      ...(version.every((part) => part === 0) ? {} : { version: version.join('.') }),
      ...(build === '' ? {} : { build }),
    },
    device: {
      ...(arch === undefined ? {} : { arch }),
      ...(processors === 0 ? {} : { processor_count: processors }),
    },
  }
}
