import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { NewsItem } from '#server/store/engine/news.ts'
import type { Store } from '#server/store/engine/store.ts'
import { createNews, type PostgresNews } from '#server/store/postgres/news/news.ts'
import { openPostgresStore } from '#server/store/postgres/postgres.ts'

export interface NewsProcess {
  news: PostgresNews
  store: Store
  /** All items that it has heard. */
  heard: NewsItem[]
}

interface NewsProcessOptions {
  /** The database, or a proxy in front of it. */
  url: string
  stopwatch?: () => number
  failures?: unknown[]
}

/** Opens what one process has of the database. It asks for news only when it is told to. */
export async function openNewsProcess({
  url,
  failures,
  ...options
}: NewsProcessOptions): Promise<NewsProcess> {
  const onFailure = (thrown: unknown) => {
    if (failures === undefined) throw thrown
    failures.push(thrown)
  }
  const news = createNews({ url, onFailure, stopwatch: () => 0, ...options })
  const store = await openPostgresStore({ url, news })
  onTestFinished(async () => {
    await news.close()
    await store.close()
  })
  await news.catchUp()
  const heard: NewsItem[] = []
  news.listen((item) => heard.push(item))
  return { news, store, heard }
}

/** Opens a connection on which a test runs transactions by hand. */
export async function openConnection(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}
