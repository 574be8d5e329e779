import { Menu } from '@mantine/core'
import { useCallback } from 'react'
import { useRecordActions } from '../../manage/use-record-actions.tsx'
import { FindBox } from '../../ui/FindBox.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { MoreMenu } from '../../ui/MoreMenu.tsx'
import { ToolButton } from '../../ui/ToolButton.tsx'
import classes from './DocumentViewer.module.css'
import { PageField } from './PageField.tsx'
import { positionText } from './use-document-search.ts'
import type { DocumentViewerState } from './use-document-viewer.ts'

export function DocumentToolbar({ viewer }: { viewer: DocumentViewerState }) {
  const { isPhone, column, focusFind } = viewer
  const percent = `${Math.round(column.scale * 100)} %`
  return (
    <>
      {isPhone ? (
        <IconButton icon="search" label="Find in this document" onClick={focusFind} />
      ) : (
        <>
          <CurrentPageField viewer={viewer} />
          <span className={classes.zoom}>
            <IconButton icon="minus" label="Zoom out" onClick={() => column.zoomBy(-1)} />
            <ToolButton
              className={classes.scale}
              title="Fit width"
              aria-label={`${percent}, fit width`}
              onClick={column.fit}
            >
              {percent}
            </ToolButton>
            <IconButton icon="add" label="Zoom in" onClick={() => column.zoomBy(1)} />
          </span>
          <DocumentFindBox viewer={viewer} />
        </>
      )}
      <DocumentMenu viewer={viewer} />
    </>
  )
}

function DocumentMenu({ viewer }: { viewer: DocumentViewerState }) {
  const { item, words, column, dim, shownPanel, isWide, setSearch, areThumbnailsShown, toggleThumbnails } =
    viewer
  const actions = useRecordActions({ ...item, kind: item.owner })
  return (
    <>
      <MoreMenu>
        <Menu.Item onClick={toggleThumbnails} rightSection={<kbd>t</kbd>}>
          {areThumbnailsShown ? 'Hide thumbnails' : 'Show thumbnails'}
        </Menu.Item>
        <Menu.Item onClick={() => setSearch({ panel: 'details' })}>Details</Menu.Item>
        <Menu.Item onClick={() => setSearch({ panel: 'text' })}>{words.title} text</Menu.Item>
        {shownPanel && isWide && (
          <Menu.Item onClick={() => setSearch({ panel: 'none' })}>Hide side panel</Menu.Item>
        )}
        <Menu.Item onClick={column.fit}>Fit width</Menu.Item>
        {dim.isDark && (
          <Menu.Item onClick={dim.toggle} closeMenuOnClick={false}>
            {dim.isOn ? `Stop dimming ${words.many}` : `Dim ${words.many}`}
          </Menu.Item>
        )}
        {item.original_url && (
          <Menu.Item component="a" href={item.original_url} rel="noreferrer">
            Download original
          </Menu.Item>
        )}
        {actions?.menuItems}
      </MoreMenu>
      {actions?.dialogs}
    </>
  )
}

export function DocumentFindBox({ viewer }: { viewer: DocumentViewerState }) {
  const { fields, find, search, match, setSearch, stepMatch } = viewer
  const setFind = useCallback(
    (text: string | undefined) => setSearch({ find: text, panel: undefined }),
    [setSearch],
  )
  return (
    <FindBox
      field={fields.find}
      label="Find in this document"
      find={find}
      position={positionText(search, match)}
      canStep={search.count > 0}
      onFind={setFind}
      onStep={stepMatch}
    />
  )
}

export function CurrentPageField({ viewer }: { viewer: DocumentViewerState }) {
  const { fields, words, column, count } = viewer
  return (
    <PageField
      field={fields.page}
      word={words.title}
      current={column.current}
      count={count}
      onGo={column.goTo}
    />
  )
}
