import type { Plugin } from 'vite'

/**
 * Keeps the styles of a CSS module that is imported for them alone. Vite leaves them out, since no script names one of
 * their classes; but the frame's HTML does, which only the server renders (renderer/layout/bars/FramePart.tsx).
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
