import { getRouteApi } from '@tanstack/react-router'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ImportBrowser } from './ImportBrowser.tsx'

const route = getRouteApi('/inside/imports')

export function Imports() {
  const { show = 'needs_attention', open } = route.useSearch()
  return (
    <>
      <PageHeader title="Imports" />
      <ImportBrowser show={show} open={open} />
    </>
  )
}
