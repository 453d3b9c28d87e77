import type { FrameMapping, SentPlace, UnmappedReason } from '#server/processing/frame-mapping.ts'

type Unmapped = Extract<FrameMapping, { isMapped: false }>
type Sentence = (found: string, expected: string) => string

const UPLOAD = 'npx sentry-cli sourcemaps inject dist && npx sentry-cli sourcemaps upload dist'

/** What is wrong, then what to do about it. */
const REASONS: Record<UnmappedReason, Sentence> = {
  nothing_uploaded: () =>
    `No source maps: none were uploaded for this project. Upload them after each build: ${UPLOAD}`,
  no_column: () =>
    'No source: the frame has no column, and a minified file is one long line. Update the SDK.',
  no_debug_id: () =>
    `No source map: the event has neither a debug id nor a release. Inject debug ids into the build before you deploy it: ${UPLOAD}`,
  map_not_uploaded: (id) =>
    `No source map: nothing was uploaded with debug id ${id}. Upload the build that is deployed: ${UPLOAD}`,
  uploaded_to_other_project: (id) =>
    `No source map: debug id ${id} was uploaded to another project. Upload it to this one, with --project.`,
  map_missing: (script, expected) =>
    `No source map: ${script} was uploaded without its map (${expected}). Let the build write maps, then upload it again.`,
  other_release: (found, expected) =>
    `No source map: this file was uploaded for release ${found}, but the event is of ${expected}. Upload with --release ${expected}, or inject debug ids.`,
  wrong_dist: (found, expected) =>
    `No source map: this file was uploaded for dist ${found}, but the event is of dist ${expected}.`,
  url_differs: (found) =>
    `No source map: the release has no file ${found}. Upload with a --url-prefix that makes the names equal, or inject debug ids.`,
  unusable_map: (why) =>
    `No source: the uploaded map cannot be used, since ${why}. Build and upload it again.`,
  position_out_of_range: (place) =>
    `No source: the map has nothing at ${place}. It is of another build, or a later step changed the file.`,
}

export const maps = {
  sent: 'As sent:',
  place: ({ function: name, file, line, column }: SentPlace) =>
    `${name === null ? '' : `${name} `}${file}:${line}${column === null ? '' : `:${column}`}`,
  why: ({ reason, found, expected }: Unmapped) => REASONS[reason](found ?? 'none', expected ?? 'none'),
} as const
