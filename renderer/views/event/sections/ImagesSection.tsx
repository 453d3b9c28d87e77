import { clipText } from '#renderer/format/format.ts'
import { leftOut, sections } from '#renderer/texts/issues/event.ts'
import { libraryName } from '#renderer/views/event/stack/package-of.ts'
import type { NativeImage } from '#server/processing/event.ts'
import styles from './PackagesSection.module.css'

/** The libraries that frames are in, with where they were loaded and the id of their debug symbols. Collapsed at first. */
export function ImagesSection({ images }: { images: readonly NativeImage[] | undefined }) {
  if (images === undefined) return null
  return (
    <details className={styles.packages} id="images">
      <summary>
        {sections.images} <span className={styles.count}>{leftOut.images(images.length)}</span>
      </summary>
      <ul className={styles.images}>
        {images.map((image, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: images have no id that all of them have, and never change places
          <li key={index}>
            <bdi>{clipText(nameOf(image), 128)}</bdi>{' '}
            <span className={styles.version}>
              {[image.image_addr, image.debug_id].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function nameOf({ code_file, debug_file, type }: NativeImage): string {
  return libraryName(code_file ?? debug_file ?? type)
}
