import { type DumpReader, refusedDump } from './dump-reader.ts'
import type { DumpSystem } from './system-info.ts'

/** The executable or a library that the process had loaded. */
export interface DumpModule {
  file: string
  address: bigint
  size: number
  codeId?: string
  debugFile?: string
  debugId?: string
}

/** Processes have one or two hundred. */
const MOST_MODULES = 500
/** https://learn.microsoft.com/en-us/windows/win32/api/minidumpapiset/ns-minidumpapiset-minidump_module */
const MODULE_BYTES = 108
/** The two forms of a CodeView record: a PDB's id, as on Apple's systems, and the build id of an ELF file. */
const PDB = 0x53445352
const ELF = 0x4270454c

/** Of more than 500 modules, the first ones: the executable is the first. */
export function readModules(dump: DumpReader, list: DumpReader, system: DumpSystem): DumpModule[] {
  const count = list.u32(0)
  if (4 + count * MODULE_BYTES > list.length) {
    throw refusedDump(`its list of modules is too short for the ${count} that it says`)
  }
  // Some writers align the modules to eight bytes.
  const start = list.length === 8 + count * MODULE_BYTES ? 8 : 4
  return Array.from({ length: Math.min(count, MOST_MODULES) }, (_, index) =>
    readModule(dump, list.part(start + index * MODULE_BYTES, MODULE_BYTES, 'a module'), system),
  )
}

function readModule(dump: DumpReader, module: DumpReader, system: DumpSystem): DumpModule {
  const size = module.u32(8)
  const [recordBytes, record] = [module.u32(76), module.u32(80)]
  const read = { file: dump.text(module.u32(20)), address: module.u64(0), size }
  if (recordBytes < 4) return read
  const codeView = dump.part(record, recordBytes, 'the record of a module')
  const signature = codeView.u32(0)
  if (signature === ELF) return { ...read, ...elfIds(codeView) }
  if (signature !== PDB) return read
  const guid = guidOf(codeView.bytes(4, 16))
  const age = codeView.u32(20)
  const debugFile = textOf(codeView.bytes(24, codeView.length - 24))
  return {
    ...read,
    ...(system === 'windows' ? { codeId: peCodeId(module.u32(16), size) } : {}),
    ...(debugFile === '' ? {} : { debugFile }),
    debugId: age === 0 ? guid : `${guid}-${age.toString(16)}`,
  }
}

/** How symbol servers name an executable: https://learn.microsoft.com/en-us/windows/win32/debug/using-symsrv */
function peCodeId(timestamp: number, size: number): string {
  return timestamp.toString(16).toUpperCase().padStart(8, '0') + size.toString(16)
}

/** The debug id is made of the first 16 bytes: https://docs.sentry.io/platforms/native/data-management/debug-files/identifiers/ */
function elfIds(codeView: DumpReader): Pick<DumpModule, 'codeId' | 'debugId'> {
  const buildId = codeView.bytes(4, Math.min(codeView.length - 4, 40))
  if (buildId.length === 0) return {}
  const first = new Uint8Array(16)
  first.set(buildId.subarray(0, 16))
  return { codeId: Buffer.from(buildId).toString('hex'), debugId: guidOf(first) }
}

/** A GUID's first three numbers have their lowest byte first. */
function guidOf(bytes: Uint8Array): string {
  const guid = Buffer.from(bytes)
  guid.subarray(0, 4).reverse()
  guid.subarray(4, 6).reverse()
  guid.subarray(6, 8).reverse()
  const hex = guid.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 4_096)).toString('utf8').replace(/\0.*/s, '')
}
