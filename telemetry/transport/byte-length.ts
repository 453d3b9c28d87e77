/** Bytes of the text as it goes over the network. */
export const byteLength = (text: string): number => new TextEncoder().encode(text).length
