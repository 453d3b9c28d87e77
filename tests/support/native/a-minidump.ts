/** What a dump says; each member is left out where it is undefined. */
export interface MinidumpFacts {
  /** The number of the operating system: 2 is Windows NT, 0x8201 Linux, 0x8101 macOS. */
  platformId?: number
  /** 9 is x86_64. */
  architecture?: number
  build?: string
  exception?: { code: number; address: bigint; parameters?: bigint[]; instruction?: bigint } | null
  modules?: MinidumpModule[]
  timestamp?: number
}

export interface MinidumpModule {
  file: string
  address: bigint
  size: number
  /** A PDB's name, or the build id of an ELF file. */
  pdb?: string
  buildId?: string
}

export const SHOP_EXE: MinidumpModule = {
  file: 'C:\\Program Files\\Shop\\shop.exe',
  address: 0x7ff6_0000_0000n,
  size: 0x10000,
  pdb: 'shop.pdb',
}

/** Where parts of the built dump are, for tests that change them. */
export const DIRECTORY_AT = 32

/** A dump by the layouts of minidumpapiset.h, as small as one can be. */
export function aMinidump({
  platformId = 2,
  architecture = 9,
  build = '',
  exception = { code: 0xc0000005, address: 0x7ff6_0000_1234n, parameters: [0n, 0x10n] },
  modules = [SHOP_EXE],
  timestamp = 1_790_000_000,
}: MinidumpFacts = {}): Buffer {
  const count = exception ? 3 : 2
  const pieces: Buffer[] = []
  let end = DIRECTORY_AT + count * 12
  const put = (bytes: Buffer): number => {
    pieces.push(bytes)
    end += bytes.length
    return end - bytes.length
  }
  const putText = (text: string) => {
    const bytes = Buffer.from(text, 'utf16le')
    return put(Buffer.concat([u32(bytes.length), bytes, Buffer.alloc(2)]))
  }
  const entries: Buffer[] = []
  const putStream = (type: number, bytes: Buffer) => {
    const at = put(bytes)
    entries.push(Buffer.concat([u32(type), u32(bytes.length), u32(at)]))
  }

  const info = Buffer.alloc(56)
  info.writeUInt16LE(architecture, 0)
  info.writeUInt8(8, 6)
  const version = platformId === 2 ? [10, 0, 19045] : [0, 0, 0]
  for (const [index, part] of version.entries()) info.writeUInt32LE(part, 8 + index * 4)
  info.writeUInt32LE(platformId, 20)
  if (build !== '') info.writeUInt32LE(putText(build), 24)
  putStream(7, info)
  putStream(
    4,
    Buffer.concat([u32(modules.length), ...modules.map((module) => aModule(module, put, putText))]),
  )
  if (exception) {
    const stream = Buffer.alloc(168)
    stream.writeUInt32LE(exception.code, 8)
    stream.writeBigUInt64LE(exception.address, 24)
    const parameters = exception.parameters ?? []
    stream.writeUInt32LE(parameters.length, 32)
    for (const [index, value] of parameters.entries()) stream.writeBigUInt64LE(value, 40 + index * 8)
    if (exception.instruction !== undefined) {
      const registers = Buffer.alloc(1232) // of x86_64, with rip at 248
      registers.writeBigUInt64LE(exception.instruction, 248)
      stream.writeUInt32LE(registers.length, 160)
      stream.writeUInt32LE(put(registers), 164)
    }
    putStream(6, stream)
  }
  const header = Buffer.concat([Buffer.from('MDMP'), u32(0xa793), u32(count), u32(DIRECTORY_AT), u32(0)])
  return Buffer.concat([header, u32(timestamp), Buffer.alloc(8), ...entries, ...pieces])
}

function aModule(
  { file, address, size, pdb, buildId }: MinidumpModule,
  put: (bytes: Buffer) => number,
  putText: (text: string) => number,
): Buffer {
  const module = Buffer.alloc(108)
  module.writeBigUInt64LE(address, 0)
  module.writeUInt32LE(size, 8)
  module.writeUInt32LE(0x5ab38077, 16)
  module.writeUInt32LE(putText(file), 20)
  const record = pdb ? aPdbRecord(pdb) : buildId ? anElfRecord(buildId) : undefined
  if (record) {
    module.writeUInt32LE(record.length, 76)
    module.writeUInt32LE(put(record), 80)
  }
  return module
}

function aPdbRecord(pdb: string): Buffer {
  const guid = Buffer.from('78563412bc9af0de0123456789abcdef', 'hex')
  return Buffer.concat([Buffer.from('RSDS'), guid, u32(1), Buffer.from(`${pdb}\0`)])
}

function anElfRecord(buildId: string): Buffer {
  return Buffer.concat([Buffer.from('LEpB'), Buffer.from(buildId, 'hex')])
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value, 0)
  return bytes
}

/** A field of a form: a text, or a file if it has a name. */
export type FormField = [name: string, value: Buffer | string, filename?: string]

export const FORM_TYPE = 'multipart/form-data; boundary=---MultipartBoundary-k7Q2---'

/** A form as Crashpad's HTTPMultipartBuilder writes it: https://chromium.googlesource.com/crashpad/crashpad/+/main/util/net/http_multipart_builder.cc */
export function aForm(fields: readonly FormField[]): Buffer {
  const boundary = '---MultipartBoundary-k7Q2---'
  const parts = fields.map(([name, value, filename]) => {
    const file =
      filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: application/octet-stream`
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`
    return Buffer.concat([Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')])
  })
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
}
