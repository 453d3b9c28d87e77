import type { TrackerKind } from '#server/models/trackers/trackers.ts'
import { azure, jira, linear } from './by-link.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import type { TrackerAdapter } from './tracker-kind.ts'

export const TRACKERS: Readonly<Record<TrackerKind, TrackerAdapter>> = { github, gitlab, jira, linear, azure }
