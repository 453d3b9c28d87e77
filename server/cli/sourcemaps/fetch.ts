import { assemble } from '#server/artifacts/assemble.ts'
import { fetchHosted } from '#server/artifacts/hosted/fetch-hosted.ts'
import { fetchScript, hashHosted } from '#server/artifacts/hosted/fetch-script.ts'
import { type Command, type CommandCall, type CommandResult, withStore } from '#server/cli/command.ts'
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
    const folder = folderOf(call.argument)
    if (folder === undefined)
      return refuse('the address does not end with the name of a script, such as /assets/app.js')
    const fetched = await fetchScript(call.argument, { fetchFile })
    if ('refusal' in fetched) return refuse(fetched.refusal)
    const { script, map } = fetched
    const release = releases?.at(-1) ?? null
    const checksum = hashHosted(fetched, { release, dist })
    // Whatever the origin: one release may be served from many.
    const toOwnName = ({ url, ...file }: typeof script) => ({
      ...file,
      url: `~${folder}${url.slice(url.lastIndexOf('/') + 1)}`,
    })
    const from = { script: toOwnName(script), map: { ...map, ...toOwnName(map) } }
    const job = { from, projectIds: [project.id], checksum, release, dist }
    await assemble(
      store,
      { ...job, tool: 'crumbtrail sourcemaps fetch', now: call.clock() },
      call.config.sourceMapSpace,
    )
    const bundle = await findBundle(store.db, project.id, checksum)
    if (bundle?.state !== 'ok') return { refusal: bundle?.detail ?? 'Cannot fetch the source map' }
    return {
      json: { project: project.slug, script: call.argument, map: map.fetchedFrom, detail: bundle.detail },
      text: [
        `Project ${project.slug} has the source map of ${call.argument}: ${map.fetchedFrom}`,
        bundle.detail,
      ]
        .filter((line) => line !== null)
        .join('\n'),
    }
  })
}

/** The folder of a script, from the root on. */
function folderOf(address: string): string | undefined {
  const { pathname = '' } = URL.parse(address) ?? {}
  const start = pathname.lastIndexOf('/') + 1
  return /^\w[\w.-]{0,199}\.(?:js|mjs|cjs)$/.test(pathname.slice(start))
    ? pathname.slice(0, start)
    : undefined
}

function refuse(message: string): CommandResult {
  return { refusal: `Cannot fetch the source map: ${message}` }
}
