import { formatCount, formatNumber } from '#renderer/format/format.ts'
import { formatBytes } from '#renderer/format/format-bytes.ts'
import { cannotUndo } from '#renderer/texts/frame/deletion.ts'

export const title = 'Source maps'
export const intro = 'See which minified frames are mapped to their source, and why others are not.'

export const coverage = {
  title: 'Mapped frames',
  note: 'newest events of the last 24 hours',
  none: 'No minified frames arrived in the last 24 hours.',
  /** Says as "98.2 %". */
  share: (mapped: number, frames: number) => `${formatNumber(Math.floor((mapped / frames) * 1_000) / 10)} %`,
  of: (mapped: number, frames: number, events: number) =>
    `${formatNumber(mapped)} of ${formatCount(frames, 'frame')}, in ${formatCount(events, 'event')}`,
  reasons: 'Why frames have no source or no code',
  frames: (count: number) => formatCount(count, 'frame'),
} as const

export const uploads = {
  title: 'Uploads',
  none: 'Nothing was uploaded yet.',
  last: 'last',
  by: (tool: string) => ` by ${tool}`,
  release: 'Release',
  when: 'Uploaded',
  used: 'Last used',
  files: 'Files',
  size: 'Size',
  tool: 'Tool',
  noRelease: 'by debug id',
  releaseOf: (release: string, dist: string | null) =>
    dist === null ? release : `${release} (dist ${dist})`,
  unnamedTool: 'unknown tool',
  assembling: 'compiling…',
  more: (count: number) => `${formatCount(count, 'older upload')} not shown.`,
  space: (bytes: number, limit: number) =>
    `Uses ${formatBytes(bytes)} of ${formatBytes(limit)}. Uploads unused for 90 days are deleted, and the least used ones when space runs out.`,
  remove: 'Delete…',
  confirm: 'Delete this upload',
  whatGoes: (files: number) =>
    `${formatCount(files, 'file')} will be deleted, and frames that need them lose their source. ${cannotUndo}`,
  deleted: 'Upload deleted.',
  gone: 'Cannot delete the upload: it no longer exists',
} as const

export const hosted = {
  title: 'Maps beside the scripts',
  intro:
    'If your site serves its maps, Crumbtrail can fetch them when an event needs one. It fetches scripts and maps from these origins only.',
  label: 'Origin',
  hint: 'https only, for example https://shop.example',
  add: 'Add origin',
  remove: 'Remove',
  removeNamed: (origin: string) => `Remove ${origin}`,
  none: 'No origins: nothing is fetched.',
  origins: 'Origins',
  script: 'Script',
  result: 'Result',
  fetched: 'Map registered',
  fetchedAt: 'Fetched',
  pending: 'Waiting',
  /** A refusal is the end of a sentence elsewhere. */
  failed: (refusal: string) => `${refusal[0]?.toUpperCase()}${refusal.slice(1)}`,
  triedAt: 'Tried',
  again: ', again',
  givenUp: ', and not again until you add its origin again',
  added: (origin: string) => `Maps are fetched from ${origin} from now on.`,
  removed: (origin: string) => `Nothing more is fetched from ${origin}.`,
  refused: (refusal: string) => `Cannot add the origin: ${refusal}`,
  gone: 'Cannot remove the origin: it is not in the list',
} as const

export const setUp = {
  title: 'Upload source maps',
  intro: 'Let each build write source maps, add debug ids to its files, and upload them before you deploy.',
  tokenByAdmin: 'An admin creates the token for uploads here.',
  makeToken: 'Create upload token',
  tokenHint: 'It can only upload, and sentry-cli reads this desk’s address from it.',
  token: 'Token',
  tokenOnce: 'Save it now, for example as a secret of your CI. It is not shown again.',
  unknownChange: 'Cannot change source maps: unknown action',
} as const
