import type { Theme } from '#server/hosting/preferences.ts'

/** In the order in which they are offered. */
export const THEMES: readonly Theme[] = ['system', 'light', 'dark']
