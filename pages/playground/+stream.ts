// The page streams, so that it can fail after its first bytes have been sent.
export default true
