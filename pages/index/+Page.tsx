/** This component is never shown: the loader redirects to the issues. */
export default function IndexPage() {
  return null
}
