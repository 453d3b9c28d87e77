import { formatAddress } from '#server/processing/normalize/native/address.ts'
import { isObject, type JsonObject, listOf } from '#server/processing/normalize/untrusted.ts'
import { nameOfCrash } from './crash-names.ts'
import type { DumpModule } from './modules.ts'
import type { Dump, DumpCrash } from './read-dump.ts'
import type { DumpSystem } from './system-info.ts'

/** An event with what its dump says, where the SDK said nothing of it. */
export function withDumpFacts(event: JsonObject, dump: Dump): JsonObject {
  const { info, modules, timestamp } = dump
  const facts: JsonObject = {
    platform: 'native',
    level: 'fatal',
    ...(timestamp === 0 ? {} : { timestamp }),
    contexts: { os: info.os, device: info.device },
    debug_meta: { images: modules.map((module) => imageOf(module, info.system)) },
  }
  if (hasException(event)) return filled(event, facts)
  const { exception: _empty, ...rest } = event
  return filled(filled(rest, crashFacts(dump)), facts)
}

/** As a list, as `{values}`, or as the one exception that old SDKs send. */
function hasException({ exception }: JsonObject): boolean {
  if (!isObject(exception) || 'values' in exception) return listOf(exception).length > 0
  return Object.keys(exception).length > 0
}

/** The members of `own`, and those of `other` that it lacks, also inside of members that both have. */
export function filled(own: JsonObject, other: JsonObject): JsonObject {
  const members = new Map(Object.entries(own))
  for (const [name, value] of Object.entries(other)) {
    const given = members.get(name)
    if (given === undefined || given === null) members.set(name, value)
    else if (isObject(given) && isObject(value)) members.set(name, filled(given, value))
  }
  return Object.fromEntries(members)
}

const IMAGE_TYPES: Record<DumpSystem, string> = {
  windows: 'pe',
  apple: 'macho',
  linux: 'elf',
  other: 'elf',
}

function imageOf({ file, address, size, codeId, debugFile, debugId }: DumpModule, system: DumpSystem) {
  return {
    type: IMAGE_TYPES[system],
    code_file: file,
    image_addr: formatAddress(address),
    image_size: size,
    code_id: codeId,
    debug_file: debugFile,
    debug_id: debugId,
  }
}

/**
 * The exception, and its one frame: the instruction that crashed. Without a walk along the stack, this place is all that tells
 * crashes apart, so it is in the fingerprint; its offset in the library is the same wherever that was loaded.
 */
function crashFacts({ crash, modules, info }: Dump): JsonObject {
  const mechanism = { type: 'minidump', handled: false, synthetic: true }
  if (!crash) return { exception: [{ type: 'Minidump', value: 'It holds no exception', mechanism }] }
  const { instruction } = crash
  const module = instruction === undefined ? undefined : moduleAt(modules, instruction)
  const place = instruction === undefined ? undefined : placeOf(instruction, module)
  const type = nameOfCrash(info.system, crash.code)
  const value = [accessOf(crash, info.system), ...(place === undefined ? [] : [`at ${place}`])].join(' ')
  const frame = instruction !== undefined && {
    instruction_addr: formatAddress(instruction),
    package: module?.file,
  }
  return {
    exception: [{ type, value, mechanism, ...(frame ? { stacktrace: { frames: [frame] } } : {}) }],
    ...(module && place !== undefined ? { fingerprint: [type, place] } : {}),
  }
}

const ACCESSES: ReadonlyMap<bigint | undefined, string> = new Map([
  [0n, 'read'],
  [1n, 'write'],
  [8n, 'execute'],
])
const ACCESS_VIOLATION = 0xc0000005
const IN_PAGE_ERROR = 0xc0000006

/** https://learn.microsoft.com/en-us/windows/win32/api/winnt/ns-winnt-exception_record */
function accessOf({ code, address, parameters: [kind, target] }: DumpCrash, system: DumpSystem): string {
  if (system !== 'windows') return `Address ${formatAddress(address)}`
  const access = code === ACCESS_VIOLATION || code === IN_PAGE_ERROR ? ACCESSES.get(kind) : undefined
  return access && target !== undefined ? `Cannot ${access} ${formatAddress(target)}` : 'Crashed'
}

function moduleAt(modules: readonly DumpModule[], address: bigint): DumpModule | undefined {
  return modules.find((module) => address >= module.address && address < module.address + BigInt(module.size))
}

/** `shop.exe+0x1234` */
function placeOf(instruction: bigint, module: DumpModule | undefined): string {
  if (!module) return formatAddress(instruction)
  const name = module.file.slice(Math.max(module.file.lastIndexOf('/'), module.file.lastIndexOf('\\')) + 1)
  return `${name}+${formatAddress(instruction - module.address)}`
}
