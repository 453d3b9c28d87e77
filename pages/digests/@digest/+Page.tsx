/** Never shown: the loader leads on to what the digest finds, or to the page that says that it finds nothing. */
export default function DigestPage() {
  return null
}
