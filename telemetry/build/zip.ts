import { crc32, deflateRawSync } from 'node:zlib'

interface ZipEntry {
  name: string
  bytes: Uint8Array
}

const UTF8_NAMES = 0x0800
const DEFLATE = 8
/** 1 January 1980, the first day that the format knows: the same files make the same archive. */
const FIRST_DAY = 0x21

/** Packs files behind a prefix, which the offsets count: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, without the parts for over 4 GiB. */
export function zip(prefix: Uint8Array, entries: readonly ZipEntry[]): Buffer {
  const files: Uint8Array[] = [prefix]
  const directory: Buffer[] = []
  let offset = prefix.length
  for (const { name, bytes } of entries) {
    const encodedName = Buffer.from(name)
    const packed = deflateRawSync(bytes)
    const common = describe({ name: encodedName, bytes, packed })
    const file = Buffer.concat([signature('PK\x03\x04'), common, encodedName, packed])
    const placed = Buffer.alloc(46)
    placed.write('PK\x01\x02', 'latin1')
    placed.writeUInt16LE(20, 4)
    common.copy(placed, 6)
    placed.writeUInt32LE(offset, 42)
    directory.push(placed, encodedName)
    files.push(file)
    offset += file.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, listed, end])
}

/** The 26 bytes that a file's own header and its row in the directory share. */
function describe({ name, bytes, packed }: { name: Buffer; bytes: Uint8Array; packed: Buffer }): Buffer {
  const header = Buffer.alloc(26)
  header.writeUInt16LE(20, 0)
  header.writeUInt16LE(UTF8_NAMES, 2)
  header.writeUInt16LE(DEFLATE, 4)
  header.writeUInt16LE(FIRST_DAY, 8)
  header.writeUInt32LE(crc32(bytes), 10)
  header.writeUInt32LE(packed.length, 14)
  header.writeUInt32LE(bytes.length, 18)
  header.writeUInt16LE(name.length, 22)
  return header
}

function signature(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}
