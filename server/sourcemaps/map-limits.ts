const MIB = 1024 * 1024

/** Bounds of one source map and of one script. Larger ones are refused, with the bound in the sentence. */
export const mapLimits = {
  mapBytes: 64 * MIB,
  scriptBytes: 32 * MIB,
  segments: 2_000_000,
  sources: 10_000,
  /** Names are cut to this length. */
  nameChars: 256,
  pathChars: 1_024,
  /** The text of one source; longer ones are left out. */
  sourceTextChars: 4 * MIB,
  /** The functions of one script; the names of further ones are not known. */
  functions: 500_000,
} as const
