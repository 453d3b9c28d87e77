import type { LoaderContext } from '#renderer/page/loader.ts'
import { drawOutcomes } from './outcome-chart.ts'

export async function loader({ desk, scope, scopeRefusal, preferences }: LoaderContext) {
  const [usage, disk] = await Promise.all([desk.usage.read(scope), desk.usage.listStorage(scope.project)])
  return { usage, chart: drawOutcomes(usage, preferences.zone), disk, refusal: scopeRefusal }
}
