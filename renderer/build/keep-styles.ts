import type { Plugin } from 'vite'

/**
 * Keeps the styles of a CSS module that is only imported for its styles. Vite would leave them out,
 * because no script uses their class names. The frame's HTML does, but only the server renders it
 * (renderer/layout/bars/FramePart.tsx).
 */
export function keepStyles(): Plugin {
  return {
    name: 'crumbtrail:keep-styles',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\.module\.css$/ },
      handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
    },
  }
}
