import type { Explanation, UnmappedReason } from '#server/processing/frame-mapping.ts'
import type { NoSource } from './frame-sources.ts'

interface Named {
  found: string
  expected: string
  /** As the tools ask for it: `--project shop`. */
  project: string
}

const inject = 'npx sentry-cli sourcemaps inject dist'
const upload = ({ project }: Named, more = '') =>
  `npx sentry-cli sourcemaps upload --project ${project}${more} dist`

/** What is wrong, what was found and expected, and what repairs it. */
const EXPLANATIONS: Record<UnmappedReason, (named: Named) => Explanation> = {
  nothing_uploaded: (named) => ({
    problem: 'No source maps: none were uploaded for this project.',
    remedy: 'Add debug ids after each build, and upload the maps before you deploy.',
    command: `${inject} && ${upload(named)}`,
  }),
  no_column: () => ({
    problem: 'No source: the frame has no column, and a minified file is one long line.',
    remedy: 'Update the SDK, or send the error itself instead of a text.',
    command: null,
  }),
  no_debug_id: (named) => ({
    problem: 'No source map: the event has neither a debug id nor a release.',
    remedy: 'Add debug ids to the build, and deploy the files as they are then.',
    command: `${inject} && ${upload(named)}`,
  }),
  sdk_too_old: ({ found, expected, ...named }) => ({
    problem: `No source map: debug ids were uploaded, but SDK version ${found} does not send them.`,
    remedy: `Update the SDK to ${expected} or later, or upload for a release.`,
    command: upload({ found, expected, ...named }, ' --release <release>'),
  }),
  map_not_uploaded: (named) => ({
    problem: `No source map: nothing was uploaded with debug id ${named.found}.`,
    remedy: 'Upload the build that is deployed.',
    command: upload(named),
  }),
  other_build: ({ found, expected, ...named }) => ({
    problem: `No source map: the script that ran has debug id ${expected}, but the uploaded one has ${found}.`,
    remedy:
      'It is of another build. Upload the files that are deployed, and let one tool alone add debug ids to them.',
    command: upload({ found, expected, ...named }),
  }),
  id_not_in_script: ({ found, ...named }) => ({
    problem: `No source map: the uploaded file has debug id ${found}, but the script that ran has none.`,
    remedy:
      'A later step of the build removed it, or the files were deployed as they were before. Add debug ids last.',
    command: `${inject} && ${upload({ found, ...named })}`,
  }),
  uploaded_to_other_project: (named) => ({
    problem: `No source map: debug id ${named.found} was uploaded to another project.`,
    remedy: 'Upload it to this one.',
    command: upload(named),
  }),
  map_missing: ({ found, expected, ...named }) => ({
    problem: `No source map: ${found} was uploaded without its map (${expected}).`,
    remedy: 'Let the build write maps, then upload it again.',
    command: upload({ found, expected, ...named }),
  }),
  map_without_mappings: () => ({
    problem: 'No source: the map has no mappings.',
    remedy:
      'The bundler wrote an empty map. Let it write maps for this part of the build too: for servers of Next.js ' +
      'productionBrowserSourceMaps and experimental.serverSourceMaps.',
    command: null,
  }),
  other_release: ({ found, expected, ...named }) => ({
    problem: `No source map: this file was uploaded for release ${found}, but the event is of ${expected}.`,
    remedy: 'Set the same release in the SDK and in the upload, or add debug ids, which need none.',
    command: upload(
      { found, expected, ...named },
      ` --release ${expected === NONE ? '<release>' : quoted(expected)}`,
    ),
  }),
  wrong_dist: ({ found, expected, ...named }) => ({
    problem: `No source map: this file was uploaded for dist ${found}, but the event is of dist ${expected}.`,
    remedy: 'Set the same dist in the SDK and in the upload.',
    command: upload(
      { found, expected, ...named },
      ` --release <release>${expected === NONE ? '' : ` --dist ${quoted(expected)}`}`,
    ),
  }),
  url_differs: ({ found, expected, ...named }) => ({
    problem:
      expected === NONE
        ? `No source map: the release has no file ${found}.`
        : `No source map: the release has ${expected}, but the script is at ${found}.`,
    remedy: 'Upload with a prefix that makes the names equal, or add debug ids, which need no names.',
    command: upload(
      { found, expected, ...named },
      ` --release <release> --url-prefix ${quoted(found.slice(0, found.lastIndexOf('/')))}`,
    ),
  }),
  unusable_map: ({ found }) => ({
    problem: `No source: the map cannot be used, since ${found}.`,
    remedy: 'Deploy and upload the map as the build writes it.',
    command: null,
  }),
  not_fetched: (named) => ({
    problem: `No source map beside the script: ${named.found}.`,
    remedy: `Serve ${named.expected} with its map, or upload the build.`,
    command: upload(named),
  }),
  position_out_of_range: ({ found }) => ({
    problem: `No source: the map has nothing at ${found}.`,
    remedy:
      'It is of another build, or a later step changed the file. Add debug ids and upload after the last step.',
    command: null,
  }),
}

/** A frame can be mapped without its code: the map leads to a line that it does not contain. */
export const NO_SOURCE_TEXT: Explanation = {
  problem: 'No code: the map leads to this line, but does not contain it.',
  remedy:
    'Let the build write sourcesContent into its maps, which most tools do (TypeScript with inlineSources), or upload ' +
    'where the sources are.',
  command: null,
}

const NONE = 'none'

/** Senders choose names, and readers paste commands: nothing in a name is for the shell. */
function quoted(name: string): string {
  return /^[\w@.+:/-]+$/.test(name) ? name : `'${name.replace(/[\p{Cc}']/gu, '')}'`
}

/** Says in plain words why a frame has no source, and how to repair it. */
export function explainUnmapped({ reason, found, expected }: NoSource, project: string): Explanation {
  return EXPLANATIONS[reason]({ found: found ?? NONE, expected: expected ?? NONE, project })
}
