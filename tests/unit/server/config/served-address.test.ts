import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readServedAddress, removeServedAddress, writeServedAddress } from '#server/config/served-address.ts'

it('tells commands where the desk of this data is, for as long as it runs', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'crumbtrail-address-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  expect(readServedAddress(dataDir)).toBeUndefined()
  writeServedAddress(dataDir, 'http://127.0.0.1:4210')
  expect(readServedAddress(dataDir)).toBe('http://127.0.0.1:4210')
  expect(statSync(join(dataDir, 'crumbtrail.url')).mode & 0o777).toBe(0o600)
  removeServedAddress(dataDir)
  removeServedAddress(dataDir)
  expect(readServedAddress(dataDir)).toBeUndefined()
  writeFileSync(join(dataDir, 'crumbtrail.url'), 'half a wr')
  expect(readServedAddress(dataDir)).toBeUndefined()
})
