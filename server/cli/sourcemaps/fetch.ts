import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assemble } from '#server/artifacts/assemble.ts'
import { fetchHosted } from '#server/artifacts/fetch-hosted.ts'
import { type Command, type CommandCall, type CommandResult, withStore } from '#server/cli/command.ts'
import { readScriptComments } from '#server/sourcemaps/script-comments.ts'
import { findProjectRow } from '#server/store/projects/projects.ts'
import { findBundle } from '#server/store/sourcemaps/artifacts.ts'

export const fetchSourceMap: Command = {
  words: ['sourcemaps', 'fetch'],
  argument: 'URL',
  options: '--project NAME [--release R] [--dist D]',
  flags: ['project', 'release', 'dist'],
  summary: 'fetch a script of a public site with the source map that it names, and register both',
  run: (call) => fetchInto(call),
}

/**
 * `fetchFile` is passed in by tests alone.
 * @internal
 */
export async function fetchInto(call: CommandCall, fetchFile = fetchHosted): Promise<CommandResult> {
  const { project: slug, release: releases, dist = null } = call.flags
  if (slug === undefined)
    return refuse('--project is missing; "project list" shows the names of all projects')
  return withStore(call, async (store) => {
    const project = await findProjectRow(store.db, slug)
    if (!project) return refuse(`there is no project "${slug}"`)
    const place = splitPath(call.argument)
    if (!place) return refuse('the address does not end with the name of a script, such as /assets/app.js')
    const script = await fetchFile(call.argument)
    if ('refusal' in script) return refuse(`the script cannot be used, since ${script.refusal}`)
    const text = Buffer.from(script.bytes).toString()
    const named = script.mapUrl ?? readScriptComments(text).mapUrl
    if (named === undefined) return refuse('the script names no source map')
    if (named.startsWith('data:')) return refuse('the script contains its source map; upload it instead')
    const mapUrl = URL.parse(named, call.argument)?.href ?? named
    const map = await fetchFile(mapUrl)
    if ('refusal' in map) return refuse(`the map ${mapUrl} cannot be used, since ${map.refusal}`)
    const folder = await mkdtemp(join(tmpdir(), 'crumbtrail-hosted-'))
    try {
      await writeFile(join(folder, place.name), script.bytes)
      await writeFile(join(folder, `${place.name}.map`), map.bytes)
      const from = { path: folder, urlPrefix: `~${place.folder}` }
      const release = releases?.at(-1) ?? null
      const checksum = createHash('sha1')
        .update(JSON.stringify([call.argument, release, dist]))
        .update(script.bytes)
        .update(map.bytes)
        .digest('hex')
      const job = { from, projectIds: [project.id], checksum, release, dist }
      await assemble(store, { ...job, tool: 'crumbtrail sourcemaps fetch', now: call.clock() })
      const bundle = await findBundle(store.db, project.id, checksum)
      if (bundle?.state !== 'ok') return { refusal: bundle?.detail ?? 'Cannot fetch the source map' }
      return {
        json: { project: project.slug, script: call.argument, map: mapUrl, detail: bundle.detail },
        text: [`Project ${project.slug} has the source map of ${call.argument}: ${mapUrl}`, bundle.detail]
          .filter((line) => line !== null)
          .join('\n'),
      }
    } finally {
      await rm(folder, { recursive: true })
    }
  })
}

/** The name becomes a file's, so that only plain ones are taken. */
function splitPath(address: string): { folder: string; name: string } | undefined {
  const { pathname = '' } = URL.parse(address) ?? {}
  const start = pathname.lastIndexOf('/') + 1
  const name = pathname.slice(start)
  return /^\w[\w.-]{0,199}\.(?:js|mjs|cjs)$/.test(name)
    ? { folder: pathname.slice(0, start), name }
    : undefined
}

function refuse(message: string): CommandResult {
  return { refusal: `Cannot fetch the source map: ${message}` }
}
