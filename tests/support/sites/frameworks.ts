/** An application in `tests/fixtures/frameworks`, into which the snippets of the set-up page are put as somebody would. */
export interface Framework {
  /** As the set-up page calls it, and the page of source maps. */
  platform: string
  uploadBy: string
  /** Its folder, and the project's slug. */
  name: string
  build: string
  start: string
  env?: Record<string, string>
  /** Where the test of the set-up page throws. */
  testPath: string
  /** The place in the source. */
  testPlace: RegExp
  /** The files of its configuration, with the lines of the page of source maps. */
  configure(upload: UploadLines): Record<string, string>
}

export interface UploadLines {
  imports: string
  /** What is not an import. */
  rest: string
}

export const FRAMEWORKS: Framework[] = [
  {
    ...{ platform: 'Next.js', uploadBy: 'Next.js', name: 'next' },
    build: 'next build',
    start: 'next start --hostname 127.0.0.1',
    testPath: '/test-error',
    testPlace: /^Page \S*app\/test-error\/page\.jsx:4:9$/,
    configure: ({ imports, rest }) => ({ 'next.config.ts': `${imports}\nconst nextConfig = {}\n${rest}` }),
  },
  {
    ...{ platform: 'Nuxt', uploadBy: 'Nuxt', name: 'nuxt' },
    build: 'nuxt build',
    start: 'node --import ./.output/server/sentry.server.config.mjs .output/server/index.mjs',
    testPath: '/api/test-error',
    testPlace: /server\/api\/test-error\.ts:2:9$/,
    configure: ({ rest }) => ({ 'nuxt.config.ts': `export default defineNuxtConfig({\n${rest}\n})` }),
  },
  {
    ...{ platform: 'SvelteKit', uploadBy: 'SvelteKit', name: 'svelte-kit' },
    build: 'vite build',
    start: 'node build/index.js',
    testPath: '/test-error',
    // The adapter bundles what SvelteKit wrote; the maps lead there.
    testPlace: /^GET \S*\/test-error\/_server\.ts\.js:\d+:\d+$/,
    configure: ({ imports, rest }) => ({
      'vite.config.js': `${imports}
import { sveltekit } from '@sveltejs/kit/vite'
export default { plugins: [
${rest},
sveltekit()] }`,
      // Vike would serve it if it were among the fixtures.
      'src/routes/+page.svelte': `<script>
  import { onMount } from 'svelte'
  import { fail } from '../../cart.js'
  onMount(() => {
    setTimeout(fail)
  })
</script>`,
    }),
  },
  {
    ...{ platform: 'Astro', uploadBy: 'Astro', name: 'astro' },
    build: 'astro build',
    start: 'node dist/server/entry.mjs',
    testPath: '/test-error',
    testPlace: /\S*src\/pages\/test-error\.astro:3:\d+$/,
    configure: ({ imports, rest }) => ({
      'astro.config.mjs': `${imports}
import node from '@astrojs/node'
import { defineConfig } from 'astro/config'
export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  vite: { build: { assetsInlineLimit: 0 } },
  integrations: [
${rest}
  ],
})`,
    }),
  },
  {
    ...{ platform: 'React Router', uploadBy: 'Vite', name: 'react-router' },
    build: 'react-router build',
    start: 'react-router-serve build/server/index.js',
    env: { NODE_ENV: 'production', NODE_OPTIONS: '--import ./instrument.server.mjs' },
    testPath: '/test-error',
    testPlace: /^loader \S*app\/routes\/test-error\.tsx:2:9$/,
    configure: ({ imports, rest }) => ({
      'vite.config.js': `${imports}
import { reactRouter } from '@react-router/dev/vite'
export default { build: { sourcemap: 'hidden' }, plugins: [
reactRouter(),
${rest}] }`,
    }),
  },
]
