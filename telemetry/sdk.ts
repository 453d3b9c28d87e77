/** How this module names itself to whoever receives its envelopes. The version is the package's. */
export const sdk = { name: 'crumbtrail', version: '0.1.0' } as const
