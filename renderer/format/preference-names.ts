import type { Theme } from '#server/hosting/preferences.ts'

/** The themes in the order of the menu. */
export const THEMES: readonly Theme[] = ['system', 'light', 'dark']
