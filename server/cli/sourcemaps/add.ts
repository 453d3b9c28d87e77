import { existsSync, statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { assemble } from '#server/artifacts/assemble.ts'
import { hashFolder } from '#server/artifacts/read-folder.ts'
import { type Command, type CommandCall, type CommandResult, withStore } from '#server/cli/command.ts'
import { findProjectRow } from '#server/store/projects/projects.ts'
import { findBundle } from '#server/store/sourcemaps/artifacts.ts'
import { type InjectedFolder, injectFolder } from '#telemetry/build/inject-folder.ts'

export const addSourceMaps: Command = {
  words: ['sourcemaps', 'add'],
  argument: 'DIR',
  options: '--project NAME [--release R] [--dist D] [--url-prefix ~/assets/]',
  flags: ['project', 'release', 'dist', 'url-prefix'],
  summary: 'add debug ids to a build on this machine, and register its source maps without an upload',
  run: add,
}

const MOST_NAMED = 10

async function add(call: CommandCall): Promise<CommandResult> {
  const { project: slug, release: releases, dist = null, 'url-prefix': urlPrefix = '~/' } = call.flags
  const path = resolve(call.argument)
  if (slug === undefined)
    return refuse('--project is missing; "project list" shows the names of all projects')
  if (!existsSync(path) || !statSync(path).isDirectory()) return refuse(`${path} is not a folder`)
  return withStore(call, async (store) => {
    const project = await findProjectRow(store.db, slug)
    if (!project) return refuse(`there is no project "${slug}"`)
    const ids = await injectFolder(path)
    const from = { path, urlPrefix: urlPrefix.endsWith('/') ? urlPrefix : `${urlPrefix}/` }
    const release = releases?.at(-1) ?? null
    const checksum = await hashFolder(from, release, dist)
    const projectIds = [project.id]
    await assemble(
      store,
      {
        ...{ from, projectIds, checksum, release, dist },
        ...{ tool: 'crumbtrail sourcemaps add', now: call.clock() },
      },
      call.config.sourceMapSpace,
    )
    const bundle = await findBundle(store.db, project.id, checksum)
    if (bundle?.state !== 'ok') return { refusal: bundle?.detail ?? 'Cannot add the source maps' }
    const names = (files: string[]) => files.map((file) => relative(path, file))
    const lists = {
      injected: names(ids.injected),
      known: names(ids.known),
      withoutMap: names(ids.withoutMap),
    }
    return {
      json: { project: project.slug, ...lists, detail: bundle.detail },
      text: describe(project.slug, lists, bundle.detail),
    }
  })
}

function refuse(message: string): CommandResult {
  return { refusal: `Cannot add the source maps: ${message}` }
}

function describe(slug: string, { injected, known, withoutMap }: InjectedFolder, detail: string | null) {
  const left = withoutMap.length - MOST_NAMED
  return [
    `Project ${slug} has the source maps of ${count(injected.length + known.length)}.`,
    injected.length > 0 && `${count(injected.length)} got a debug id: deploy the files as they are now.`,
    known.length > 0 && `${count(known.length)} had one before.`,
    withoutMap.length > 0 &&
      `No map beside ${withoutMap.slice(0, MOST_NAMED).join(', ')}${left > 0 ? ` and ${left} more` : ''}.`,
    detail,
  ]
    .filter((line) => typeof line === 'string')
    .join('\n')
}

function count(scripts: number): string {
  return scripts === 1 ? '1 script' : `${scripts} scripts`
}
