import type { ReactNode } from 'react';
import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger, mergeClasses } from '@fluentui/react-components';
import {
  ArrowTurnDownRight20Regular,
  ChevronDown16Regular,
  ChevronRight16Regular,
  MoreVertical20Regular,
} from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import { Tile } from '../canvas/Tile.tsx';
import { findNode } from '../document/document.ts';
import type { OutlineRow } from '../document/outline.ts';
import { useEditor, useEditorState } from '../editor/context.ts';
import { levelOf } from '../editor/problem-level.ts';
import { useOutlineStyles } from './outline-styles.ts';

/** Pixels of a level; on a phone less, and not more than fit. */
const indentOf = (isTouch: boolean) => (isTouch ? 12 : 24);
const maxLevels = 9;
const good = new Set(['open', 'done', 'out']);

interface RowProps {
  row: OutlineRow;
  isCurrent: boolean;
  isTouch: boolean;
  isFolded: boolean;
  isChosen: boolean;
  onPress(): void;
  menu: ReactNode;
}
export function Row({ row, isCurrent, isTouch, isFolded, isChosen, onPress, menu }: RowProps) {
  const t = useT();
  const styles = useOutlineStyles();
  const { store, kinds, nameOf, lineOf, wayName } = useEditor();
  const nodeId = row.kind === 'node' ? row.node.id : undefined;
  const level = useEditorState(({ problems, mode }) =>
    nodeId !== undefined && mode === 'edit' ? levelOf(problems, nodeId) : undefined,
  );
  const order = useEditorState(({ course, mode }) =>
    nodeId !== undefined && mode === 'simulate' ? course?.order.get(nodeId) : undefined,
  );
  const entered = useEditorState(({ numbers, mode }) =>
    nodeId !== undefined && mode === 'numbers' ? numbers?.nodes[nodeId]?.entered : undefined,
  );
  if (row.kind === 'loose') return <h3 className={styles.loose}>{t('outline.loose')}</h3>;
  const canFold = (row.kind === 'node' && row.hasWays) || (row.kind === 'way' && row.hasRows);
  const shared = {
    role: 'treeitem',
    'aria-level': row.depth + 1,
    'data-key': row.key,
    tabIndex: isCurrent ? 0 : -1,
    ...(canFold && { 'aria-expanded': !isFolded }),
    onClick: onPress,
  } as const;
  const indent = indentOf(isTouch);
  const depth = isTouch ? Math.min(maxLevels, row.depth) : row.depth;
  const guides = Array.from({ length: depth }, (_, level) => (
    <span key={level} className={styles.guide} style={{ left: level * indent + 18 }} aria-hidden="true" />
  ));
  const style = { paddingLeft: depth * indent + 4 };
  const folding = canFold && (
    <span className={styles.fold} aria-hidden="true">
      {isFolded ? <ChevronRight16Regular /> : <ChevronDown16Regular />}
    </span>
  );
  if (row.kind === 'way') {
    const source = findNode(store.shown, row.source);
    const target = findNode(store.shown, row.target);
    const isOption = row.handle.id.startsWith('option-');
    return (
      <div {...shared} className={mergeClasses(styles.row, styles.way)} style={style}>
        {guides}
        {isOption ? (
          <span className={styles.number}>{row.index + 1}</span>
        ) : row.target !== undefined && row.handle.id === 'out' ? (
          <ArrowTurnDownRight20Regular aria-hidden="true" />
        ) : (
          <span className={mergeClasses(styles.dot, good.has(row.handle.id) && styles.good)} aria-hidden="true" />
        )}
        <span className={styles.names}>
          {!(row.target !== undefined && row.handle.id === 'out') && source && wayName(source, row.handle)}{' '}
          {target && <span className={styles.target}>{t('outline.goesTo', { name: nameOf(target) })}</span>}
          {row.more && <span className={styles.more}>{t('outline.more', { count: row.more.steps })}</span>}
          {!target && !row.more && !row.hasRows && <span className={styles.nowhere}>{t('outline.nowhere')}</span>}
        </span>
        {row.more && (
          <span className={styles.fold} aria-hidden="true">
            <ChevronRight16Regular />
          </span>
        )}
        {folding}
        {menu}
      </div>
    );
  }
  const { node } = row;
  const kind = kinds.get(node.type);
  const line = kind?.body?.(node.data) || lineOf(node);
  return (
    <div
      {...shared}
      className={mergeClasses(styles.row, styles.node, isChosen && styles.chosen)}
      style={style}
      aria-selected={isChosen}
    >
      {guides}
      <Tile kind={kind} size="large" />
      <span className={styles.names}>
        <div className={mergeClasses(styles.name, order !== undefined && styles.travelled)}>
          {order !== undefined && `${order}. `}
          {nameOf(node)}
        </div>
        <div className={styles.line}>
          {level && (
            <span className={level === 'error' ? styles.bad : styles.warn}>{t(`outline.has.${level}`)} · </span>
          )}
          {entered !== undefined && <b>{t('outline.entered', { count: entered })} · </b>}
          {line}
        </div>
      </span>
      {folding}
      {menu}
    </div>
  );
}

interface RowMenuProps {
  isWay: boolean;
  onInsert(): void;
  onLink(): void;
  onTest?(): void;
  onDuplicate?(): void;
  onRemove?(): void;
}
export function RowMenu({ isWay, onInsert, onLink, onTest, onDuplicate, onRemove }: RowMenuProps) {
  const t = useT();
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keeps presses of the menu from the row
    <span onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <IconButton icon={<MoreVertical20Regular />} label={t('editor.more')} />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuItem onClick={onInsert}>{t('outline.insertHere')}</MenuItem>
            <MenuItem onClick={onLink}>{t('editor.link')}</MenuItem>
            {onTest && <MenuItem onClick={onTest}>{t('editor.testHere')}</MenuItem>}
            {onDuplicate && <MenuItem onClick={onDuplicate}>{t('editor.duplicate')}</MenuItem>}
            {onRemove && <MenuItem onClick={onRemove}>{t(isWay ? 'editor.removeEdge' : 'editor.removeNode')}</MenuItem>}
          </MenuList>
        </MenuPopover>
      </Menu>
    </span>
  );
}
