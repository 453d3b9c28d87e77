const MIB = 1024 * 1024

/** What is told to uploading tools, and what bounds an upload: `ChunkUploadInfo` in sentry-cli. */
export const uploadLimits = {
  chunkBytes: 8 * MIB,
  chunksPerRequest: 16,
  requestBytes: 32 * MIB,
  concurrency: 4,
  bundleBytes: 512 * MIB,
  chunksPerBundle: 4_096,
  /** Files of one bundle, and their bytes once unpacked. */
  entries: 10_000,
  unpackedBytes: 2_048 * MIB,
  /** The ratio of unpacked to packed bytes of one file. */
  unpackRatio: 200,
  manifestBytes: 16 * MIB,
  /** Chunks that became no bundle are deleted after this time. */
  chunkLifeMs: 24 * 60 * 60 * 1000,
} as const
