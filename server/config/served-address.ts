import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Commands run beside the server, often without its environment. What they print must lead to the desk that
// really serves this data, so the server writes its address there.

function addressFile(dataDir: string): string {
  return join(dataDir, 'crumbtrail.url')
}

export function writeServedAddress(dataDir: string, publicUrl: string): void {
  writeFileSync(addressFile(dataDir), `${publicUrl}\n`, { mode: 0o600 })
}

export function removeServedAddress(dataDir: string): void {
  rmSync(addressFile(dataDir), { force: true })
}

/** Undefined where no server runs: a crash may leave its last address. */
export function readServedAddress(dataDir: string): string | undefined {
  try {
    const address = readFileSync(addressFile(dataDir), 'utf8').trim()
    return URL.canParse(address) ? address : undefined
  } catch {
    return undefined // There is no such file.
  }
}
