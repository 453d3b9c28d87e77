import styles from './Spark.module.css'

/** A small line chart in a row; `path` is from spark-path.ts. */
export function Spark({ path, label }: { path: string; label: string }) {
  return (
    <svg
      className={styles.spark}
      viewBox="0 0 100 24"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  )
}
