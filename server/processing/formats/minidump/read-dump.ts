import { type DumpReader, readDumpBytes, refusedDump } from './dump-reader.ts'
import { type DumpModule, readModules } from './modules.ts'
import { readSystemInfo, type SystemInfo } from './system-info.ts'

/** What a dump says of its crash without a walk along its stacks. */
export interface Dump {
  /** Seconds since the epoch; zero where the writer left it out. */
  timestamp: number
  info: SystemInfo
  crash?: DumpCrash
  modules: DumpModule[]
}

export interface DumpCrash {
  code: number
  /** The instruction on Windows; elsewhere what the instruction wanted to reach. */
  address: bigint
  /** An access violation has two: what it did, and to which address. */
  parameters: bigint[]
  /** The instruction that crashed, by its thread's registers. */
  instruction?: bigint
}

const HEADER_BYTES = 32
const ENTRY_BYTES = 12
/** Writers have about twenty. */
const MOST_STREAMS = 500
const STREAM = { modules: 4, exception: 6, systemInfo: 7 } as const

/** Whether bytes are a dump. Those of processors with the highest byte first, `PMDM`, are not read. */
export function isDump(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'MDMP'
}

/**
 * Reads the header, the directory and three streams: https://learn.microsoft.com/en-us/windows/win32/api/minidumpapiset/
 * Every stream of the directory must be inside of the file, also those that nobody reads: a dump that was cut off is refused.
 */
export function readDump(bytes: Uint8Array): Dump {
  if (!isDump(bytes)) throw refusedDump('it does not begin with MDMP')
  const dump = readDumpBytes(bytes)
  const header = dump.part(0, HEADER_BYTES, 'its header')
  const streams = readDirectory(dump, header.u32(8), header.u32(12))
  const find = (type: number) => streams.get(type)
  const [systemInfo, exception, modules] = [
    find(STREAM.systemInfo),
    find(STREAM.exception),
    find(STREAM.modules),
  ]
  const info: SystemInfo = systemInfo
    ? readSystemInfo(dump, systemInfo)
    : { system: 'other', os: {}, device: {} }
  return {
    timestamp: header.u32(20),
    info,
    ...(exception ? { crash: readCrash(dump, exception, info) } : {}),
    modules: modules ? readModules(dump, modules, info.system) : [],
  }
}

/** The first stream of each type. */
function readDirectory(dump: DumpReader, count: number, start: number): Map<number, DumpReader> {
  const directory = dump.part(start, count * ENTRY_BYTES, 'its directory')
  const streams = new Map<number, DumpReader>()
  for (let index = 0; index < Math.min(count, MOST_STREAMS); index++) {
    const at = index * ENTRY_BYTES
    const [type, size, rva] = [directory.u32(at), directory.u32(at + 4), directory.u32(at + 8)]
    if (size === 0) continue // an entry that its writer did not need
    const stream = dump.part(rva, size, `its stream ${type}`)
    if (!streams.has(type)) streams.set(type, stream)
  }
  return streams
}

/** https://learn.microsoft.com/en-us/windows/win32/api/minidumpapiset/ns-minidumpapiset-minidump_exception_stream */
function readCrash(dump: DumpReader, stream: DumpReader, info: SystemInfo): DumpCrash {
  const address = stream.u64(24)
  const count = Math.min(stream.u32(32), 15)
  const parameters = Array.from({ length: count }, (_, index) => stream.u64(40 + index * 8))
  const instruction =
    info.system === 'windows' ? address : readInstruction(dump, stream.u32(160), stream.u32(164), info)
  return { code: stream.u32(8), address, parameters, ...(instruction === undefined ? {} : { instruction }) }
}

/** Where the instruction pointer is among the registers, and its size in bytes. */
const POINTERS: ReadonlyMap<string, [number, 4 | 8]> = new Map([
  ['x86', [184, 4]],
  ['x86_64', [248, 8]],
  ['arm', [64, 4]],
  ['arm64', [264, 8]],
])

function readInstruction(
  dump: DumpReader,
  size: number,
  rva: number,
  { device }: SystemInfo,
): bigint | undefined {
  const pointer = POINTERS.get(device.arch ?? '')
  if (!pointer || size === 0) return undefined
  const registers = dump.part(rva, size, 'the registers of its thread')
  return pointer[1] === 4 ? BigInt(registers.u32(pointer[0])) : registers.u64(pointer[0])
}
