import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type DeskProcess, startDesk } from '#tests/support/desk/desk-process.ts'

/** A desk with an owner and the demo, as it was filled before the tests began. */
export async function startDemoDesk(env: Record<string, string> = {}): Promise<DeskProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'crumbtrail-'))
  await cp(inject('demoData'), dataDir, { recursive: true })
  return startDesk({ dataDir, env })
}
