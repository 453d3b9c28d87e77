// The page can fail after its first bytes have left, so it streams.
export default true
