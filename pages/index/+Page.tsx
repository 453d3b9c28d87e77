/** Never shown: the loader leads on to the issues. */
export default function IndexPage() {
  return null
}
