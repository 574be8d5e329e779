import type { Material } from '@inlet/contract/workspace'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { imagePath } from '../../../links/open-path.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { MoreButton } from '../../../ui/MoreButton.tsx'
import { StatusLabel } from '../../../ui/StatusLabel.tsx'
import { useRowKeys } from '../../../ui/use-row-keys.ts'
import classes from './ProjectImages.module.css'
import { imagesOf } from './use-neighbours.ts'

const route = getRouteApi('/inside/projects/$projectId/images')

/** The images of one project as a grid. */
export function ProjectImages() {
  const { projectId } = route.useParams()
  const query = useInfiniteQuery(imagesOf(Number(projectId)))
  const images = query.data?.pages.flatMap((page) => page.materials) ?? []
  useRowKeys('Images')
  return (
    <>
      {query.isPending && <Loading label="images" />}
      {query.isError && (
        <ErrorPanel
          title="The images could not be loaded."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && images.length === 0 && (
        <EmptyState title="No images yet.">Upload PNG, JPG, GIF, BMP, TIFF or WebP files.</EmptyState>
      )}
      {images.length > 0 && (
        <ul className={classes.grid} aria-label="Images" data-rows="">
          {images.map((image) => (
            <Cell key={image.key} image={image} />
          ))}
        </ul>
      )}
      <MoreButton query={query} label="Show more images" />
    </>
  )
}

function Cell({ image }: { image: Material }) {
  return (
    <li className={classes.cell}>
      <Link to={imagePath(image.key)} className={classes.link} data-row-link="">
        <span className={classes.picture}>
          {image.thumbnail_path ? (
            <img src={image.thumbnail_path} alt="" loading="lazy" decoding="async" />
          ) : (
            <Icon name="image" size={24} />
          )}
        </span>
        <span className={classes.name} title={image.name}>
          <bdi>{image.name}</bdi>
        </span>
      </Link>
      {image.status === 'failed' && <StatusLabel tone="failed">Failed</StatusLabel>}
      {image.status === 'working' && <StatusLabel tone="working">Processing</StatusLabel>}
    </li>
  )
}
