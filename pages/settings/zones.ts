/** Computed once: listing the zones takes longer than reading all other data of the page. */
export const zones = Object.freeze(Intl.supportedValuesOf('timeZone'))
