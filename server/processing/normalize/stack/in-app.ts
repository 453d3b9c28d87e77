import type { NormalizedFrame } from '#server/processing/event.ts'

/** Paths of what somebody else wrote, in the ecosystems whose SDKs leave the decision to us. */
const FOREIGN_PATH = new RegExp(
  [
    /(?:^|[\\/])(?:node_modules|bower_components|site-packages|dist-packages|vendor|gems|rustc)[\\/]/,
    /[\\/](?:\.cargo[\\/]registry|go[\\/]pkg[\\/]mod|lib[\\/](?:python\d|ruby[\\/]\d)[^\\/]*)[\\/]/,
    /^\/usr\/(?:local\/)?(?:lib\/)?go(?:-[\d.]+)?\/src\/|^\/(?:usr\/lib|System\/Library)\//,
    /^(?:node|internal|deno|bun|native|(?:chrome|moz|safari(?:-web)?)-extension):/,
    /^internal[\\/](?:process|modules|main|streams|timers|bootstrap|async_hooks|crypto|fs|deps)\b/, // Node before 16
    /^<.*>$|^\[native code\]$/,
    /webpack[\\/](?:runtime|bootstrap)/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

const FOREIGN_MODULE: ReadonlyMap<string, RegExp> = new Map([
  [
    'java',
    /^(?:java|javax|jdk|sun|com\.sun|kotlin|kotlinx|scala|android|androidx|dalvik|org\.springframework|org\.hibernate|org\.apache|io\.netty|reactor|com\.google\.common)\./,
  ],
  ['csharp', /^(?:System|Microsoft)(?:\.|$)/],
  [
    'go',
    /^(?:runtime|reflect|sync|net|net\/http|database\/sql|encoding\/json|testing|os|io|context|time)(?:\.|$)/,
  ],
  ['rust', /^(?:std|core|alloc|tokio)::/],
])

/** Where the SDK left it out: code is taken for the application's own unless its place says otherwise. */
export function isInApp(frame: Partial<NormalizedFrame>, platform: string): boolean {
  const paths = [frame.filename, frame.abs_path, frame.package]
  if (paths.some((path) => path !== undefined && FOREIGN_PATH.test(path))) return false
  const foreignModule = FOREIGN_MODULE.get(platform)
  return !foreignModule?.test(frame.module ?? frame.function ?? '')
}
