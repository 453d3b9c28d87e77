/** The list is the same for everybody, and takes longer to make than the rest of a page's data. */
export const zones = Object.freeze(Intl.supportedValuesOf('timeZone'))
