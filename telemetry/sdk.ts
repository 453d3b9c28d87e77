/** The name of this module in its envelopes. The version is that of the package. */
export const sdk = { name: 'crumbtrail', version: '0.1.0' } as const
