/** How each build tool uploads to a project; all of them read the token from SENTRY_AUTH_TOKEN. */
export function uploadSnippets(project: string, address: string): { name: string; code: string }[] {
  // From version 11 on, the plugins do not read the address from the token.
  const options = `{ url: '${address}', org: 'desk', project: '${project}' }`
  const frameworkOptions = `{ sentryUrl: '${address}', org: 'desk', project: '${project}' }`
  const plugin = (call: string, from: string) =>
    `import { ${call} } from '${from}'\n\n// last in the list of plugins\n${call}(${options})`
  return [
    {
      name: 'Any build',
      code: [
        'export SENTRY_AUTH_TOKEN=sntrys_…',
        'npx sentry-cli sourcemaps inject dist',
        `npx sentry-cli sourcemaps upload --project ${project} dist`,
      ].join('\n'),
    },
    { name: 'Vite', code: plugin('sentryVitePlugin', '@sentry/vite-plugin') },
    { name: 'webpack', code: plugin('sentryWebpackPlugin', '@sentry/webpack-plugin') },
    { name: 'Rollup', code: plugin('sentryRollupPlugin', '@sentry/rollup-plugin') },
    { name: 'esbuild', code: plugin('sentryEsbuildPlugin', '@sentry/esbuild-plugin') },
    {
      name: 'Next.js',
      code: [
        "import { withSentryConfig } from '@sentry/nextjs/config'",
        '',
        `export default withSentryConfig(nextConfig, ${frameworkOptions})`,
      ].join('\n'),
    },
    {
      name: 'Nuxt',
      code: [
        "modules: ['@sentry/nuxt/module'],",
        `sentry: ${frameworkOptions},`,
        "sourcemap: { client: 'hidden', server: true },",
      ].join('\n'),
    },
    {
      name: 'SvelteKit',
      code: [
        "import { sentrySvelteKit } from '@sentry/sveltekit'",
        '',
        '// before sveltekit()',
        `sentrySvelteKit(${frameworkOptions})`,
      ].join('\n'),
    },
    {
      name: 'Astro',
      code: [
        "import sentry from '@sentry/astro'",
        '',
        '// in the list of integrations',
        `sentry(${frameworkOptions})`,
      ].join('\n'),
    },
    {
      name: 'On this machine, without an upload',
      code: `npm run crumbtrail -- sourcemaps add ../${project}/dist --project ${project}`,
    },
  ]
}
