import { dumpSeededDay } from './dump.ts'
import { writeKnownDump } from './known-dump.ts'

/** Run this after a change that is meant to change what the seeded day leaves in the database. */
writeKnownDump(await dumpSeededDay())
