/**
 * This component is never shown: the loader redirects to what the digest names, or to the page that says
 * that nothing has it.
 */
export default function DigestPage() {
  return null
}
