import { shapes } from './shapes.ts'

/** Every shape, for `<use>`: on the server alone, so that none of them is in a script. */
export const iconSprite = `<svg width="0" height="0" style="position:absolute" aria-hidden="true">${Object.entries(
  shapes,
)
  .map(([name, path]) => `<symbol id="icon-${name}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`)
  .join('')}</svg>`
