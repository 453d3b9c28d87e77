import { measureCrashFree } from './crash-free.ts'
import { measureDisk } from './disk.ts'
import type { Measured, Measuring } from './measured.ts'
import { measureMissingMaps } from './missing-maps.ts'
import { measureQuota } from './quota.ts'
import { measureRefused } from './refused.ts'
import { measureSlower } from './slower.ts'

/** Measures what a rule looks at, of these projects. */
export function measure(measuring: Measuring): Promise<Measured[]> {
  switch (measuring.happening) {
    case 'crash-free-sessions':
    case 'crash-free-users':
      return measureCrashFree(measuring)
    case 'slower-release':
      return measureSlower(measuring)
    case 'maps-missing':
      return measureMissingMaps(measuring)
    case 'quota-near':
      return measureQuota(measuring)
    case 'intake-refused':
      return measureRefused(measuring)
    case 'disk-full':
      return measureDisk(measuring)
  }
}
