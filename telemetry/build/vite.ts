import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { injectFolder } from './inject-folder.ts'
import { type UploadOptions, uploadBuild } from './upload-build.ts'

/** The options of the Vite plugin. Without a token it only adds debug ids. */
export interface CrumbtrailOptions extends Omit<UploadOptions, 'token'> {
  token?: string | undefined
}

/** The part of Vite's plugin that is used here: https://vite.dev/guide/api-plugin */
interface VitePlugin {
  name: string
  apply: 'build'
  enforce: 'post'
  config(config: { build?: { sourcemap?: unknown } }): { build?: { sourcemap: 'hidden' } }
  writeBundle(options: { dir?: string | undefined }, bundle: Record<string, { type: string }>): Promise<void>
}

/**
 * A Vite plugin that adds debug ids to what was built, and uploads the source maps if it has a token. Maps are written
 * also where the configuration does not ask for them, without the comment by which browsers find them.
 */
export function crumbtrail({ token, ...options }: CrumbtrailOptions): VitePlugin {
  return {
    name: 'crumbtrail',
    apply: 'build',
    enforce: 'post',
    config: ({ build }) => (build?.sourcemap ? {} : { build: { sourcemap: 'hidden' } }),
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) return
      await injectFolder(dir)
      const scripts = Object.entries(bundle)
        .filter(([name, { type }]) => type === 'chunk' && existsSync(join(dir, `${name}.map`)))
        .map(([name]) => ({ name, path: join(dir, name) }))
      if (token === undefined || token === '') {
        console.log(
          `${scripts.length} scripts have debug ids. To register their maps on the desk's machine: ` +
            `crumbtrail sourcemaps add ${dir} --project ${options.project}`,
        )
        return
      }
      const detail = await uploadBuild(scripts, { ...options, token })
      console.log(
        `Uploaded the source maps of ${scripts.length === 1 ? '1 script' : `${scripts.length} scripts`} to project ${options.project}`,
      )
      if (detail !== null) console.warn(detail)
    },
  }
}
