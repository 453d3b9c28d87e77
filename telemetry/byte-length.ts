const encoder = new TextEncoder()

/** Bytes of the text as it goes over the network. */
export const byteLength = (text: string): number => encoder.encode(text).length
