import { shapes } from './shapes.ts'

/** All shapes, for `<use>`. Only the server loads them, so no script contains one. */
export const iconSprite = `<svg width="0" height="0" style="position:absolute" aria-hidden="true">${Object.entries(
  shapes,
)
  .map(([name, path]) => `<symbol id="icon-${name}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`)
  .join('')}</svg>`
