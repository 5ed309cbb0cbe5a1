import { useEffect, useEffectEvent, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { Add20Regular, ArrowLeft16Regular, Flow20Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { duplicateSelected } from '../canvas/useCanvasKeys.ts';
import { InsertMenu } from '../canvas/InsertMenu.tsx';
import { disconnect, remove } from '../document/changes.ts';
import { findNode, isDecoration } from '../document/document.ts';
import { outlineOf, type OutlineRow } from '../document/outline.ts';
import { useEditor, useEditorState } from '../editor/context.ts';
import { insertNode, type InsertPlace } from '../editor/insert.ts';
import { shownDocument } from '../editor/store.ts';
import { Row, RowMenu } from './OutlineRow.tsx';
import { useOutlineStyles } from './outline-styles.ts';

interface OutlineProps {
  isTouch: boolean;
  onLink(nodeId: string): void;
  onTest(nodeId: string): void;
  /** The tools below the tree on a phone, around the button that inserts. */
  foot(insert: ReactNode): ReactNode;
}

/** The flow as a tree, in which everything can be done by keyboard: edit, insert, connect, duplicate, remove. */
export function Outline({ isTouch, onLink, onTest, foot }: OutlineProps) {
  const t = useT();
  const styles = useOutlineStyles();
  const editor = useEditor();
  const { store, waysOf, wayIds } = editor;
  const document = useEditorState(shownDocument);
  const selected = useEditorState(({ nodes }) => nodes);
  const others = useEditorState((state) => state.others);
  const isEditing = useEditorState(({ mode }) => mode === 'edit');
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [focusKey, setFocusKey] = useState<string>();
  const [asked, setAsked] = useState<{ place: InsertPlace; y: number }>();
  const tree = useRef<HTMLDivElement>(null);
  const outline = useRef<HTMLDivElement>(null);
  const { pages, pageOf } = useMemo(
    () => outlineOf(document, waysOf, (key) => folded.has(key)),
    [document, waysOf, folded],
  );
  const [pageId, setPageId] = useState('');
  // A change of the drawing may have joined the page to another one.
  const page = pages.get(pageId) ?? pages.get(pageOf.get(pageId) ?? '') ?? pages.get('');
  const rows = useMemo(() => page?.rows ?? [], [page]);
  const at = rows.findIndex(({ key }) => key === focusKey);
  const current = rows[at === -1 ? 0 : at];

  const focusKeyed = (key: string) => {
    setFocusKey(key);
    requestAnimationFrame(() => tree.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus());
  };
  const focus = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!row) return;
    if (row.kind === 'node' || row.kind === 'decoration') store.select([row.node.id]);
    focusKeyed(row.key);
  };
  /** Shows the row of a node, whatever page it is on. */
  const goTo = (nodeId: string) => {
    setPageId(pageOf.get(nodeId) ?? '');
    store.select([nodeId]);
    focusKeyed(nodeId);
  };
  const goBack = () => {
    if (!page?.from) return;
    setPageId(page.from.page);
    focusKeyed(page.from.key);
  };
  const fold = (key: string, isFolded: boolean) =>
    setFolded((former) => {
      const next = new Set(former);
      if (isFolded) next.add(key);
      else next.delete(key);
      return next;
    });
  const placeOf = (row: OutlineRow | undefined): InsertPlace => {
    if (row?.kind === 'node') return { after: { nodeId: row.node.id } };
    if (row?.kind === 'way') return { after: { nodeId: row.source, way: row.handle.id } };
    return {};
  };
  const ask = (row: OutlineRow | undefined) => {
    const box = outline.current?.getBoundingClientRect();
    const line = tree.current?.querySelector(`[data-key="${CSS.escape(row?.key ?? '')}"]`)?.getBoundingClientRect();
    setAsked({ place: placeOf(row), y: line && box ? line.bottom - box.top : 56 });
  };
  const removeRow = (row: OutlineRow) => {
    const index = rows.indexOf(row);
    if (row.kind === 'node' || row.kind === 'decoration') {
      if (row.kind === 'node' && row.node.type === 'startNode') return;
      store.apply('remove', (present) => remove(present, [row.node.id]));
    } else if (row.kind === 'way')
      store.apply('disconnect', (present) => disconnect(present, row.source, row.handle.id));
    setFocusKey(rows[index - 1]?.key);
    requestAnimationFrame(() => tree.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus());
  };
  const enter = (row: OutlineRow) => {
    if (row.kind === 'node' || row.kind === 'decoration') store.open(row.node.id);
    else if (row.kind === 'way') {
      if (row.more) goTo(row.more.page);
      else if (row.target !== undefined) goTo(row.target);
      else if (row.hasRows) fold(row.key, !folded.has(row.key));
      else if (isEditing) onLink(row.source);
    }
  };
  const sourceOf = (row: OutlineRow): string | undefined =>
    row.kind === 'node' ? row.node.id : row.kind === 'way' ? row.source : undefined;

  const onKeyDown = (event: KeyboardEvent) => {
    if (!current || !(event.target as HTMLElement).matches('[role="treeitem"]')) return;
    const index = rows.indexOf(current);
    const canFold = (current.kind === 'node' && current.hasWays) || (current.kind === 'way' && current.hasRows);
    const isFolded = folded.has(current.key);
    const source = sourceOf(current);
    const mod = event.ctrlKey || event.metaKey;
    const run = (): boolean => {
      if (mod && event.key.toLowerCase() === 'd') {
        if (isEditing) duplicateSelected(store);
        return true;
      }
      if (mod || event.altKey) return false;
      if (event.key === 'ArrowDown') focus(index + 1);
      else if (event.key === 'ArrowUp') focus(index - 1);
      else if (event.key === 'Home') focus(0);
      else if (event.key === 'End') focus(rows.length - 1);
      else if (event.key === 'ArrowRight') {
        if (current.kind === 'way' && current.more) enter(current);
        else if (canFold && isFolded) fold(current.key, false);
        else focus(index + 1);
      } else if (event.key === 'ArrowLeft') {
        if (canFold && !isFolded) fold(current.key, true);
        else if (current.depth === 0) goBack();
        else focus(rows.findLastIndex((row, place) => place < index && row.depth < current.depth));
      } else if (event.key === 'Enter' || event.key === ' ') enter(current);
      else if (isEditing && (event.key === 'Delete' || event.key === 'Backspace')) removeRow(current);
      else if (isEditing && (event.key === '+' || event.key === '/')) ask(current);
      else if (isEditing && event.key === 'l' && source !== undefined) onLink(source);
      else return false;
      return true;
    };
    if (run()) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  // A node that was chosen elsewhere, such as by a check, is where the keys continue.
  const show = useEffectEvent((nodeId: string) => {
    setFocusKey(nodeId);
    setPageId((former) => pageOf.get(nodeId) ?? former);
  });
  useEffect(() => {
    const [only] = selected;
    if (selected.size === 1 && only !== undefined) show(only);
  }, [selected]);

  const steps = document.nodes.filter(({ type }) => !isDecoration(type)).length;
  const here = others.flatMap(({ name, nodeId }) => {
    const node = findNode(document, nodeId ?? undefined);
    return node ? [t('outline.isAt', { name, node: editor.nameOf(node) })] : [];
  });
  const insert = isEditing && (
    <Button size={isTouch ? 'medium' : 'small'} icon={<Add20Regular />} onClick={() => ask(current)}>
      {t('outline.insert')}
    </Button>
  );
  return (
    <div className={styles.outline} ref={outline}>
      <div className={styles.bar}>
        {!isTouch && (
          <Button size="small" icon={<Flow20Regular />} onClick={() => store.set({ isOutline: false })}>
            {t('outline.canvas')}
          </Button>
        )}
        {!isTouch && insert}
        {page?.from && (
          <Button size="small" icon={<ArrowLeft16Regular />} onClick={goBack}>
            {t('outline.back')}
          </Button>
        )}
        <span className={styles.here}>{here[0] ?? ''}</span>
        <span className={styles.count}>{t('outline.steps', { count: steps })}</span>
      </div>
      <div ref={tree} className={styles.tree} role="tree" aria-label={t('editor.outline')} onKeyDown={onKeyDown}>
        {rows.map((row) => (
          <Row
            key={row.key}
            row={row}
            isCurrent={row === current}
            isTouch={isTouch}
            isFolded={folded.has(row.key)}
            isChosen={(row.kind === 'node' || row.kind === 'decoration') && selected.has(row.node.id)}
            onPress={() => {
              setFocusKey(row.key);
              enter(row);
            }}
            menu={
              isEditing &&
              (row.kind === 'node' || row.kind === 'way') && (
                <RowMenu
                  onInsert={() => ask(row)}
                  onLink={() => onLink(sourceOf(row) ?? '')}
                  {...(row.kind === 'node' && { onTest: () => onTest(row.node.id) })}
                  {...(row.kind === 'node' &&
                    row.node.type !== 'startNode' && {
                      onDuplicate: () => {
                        store.select([row.node.id]);
                        duplicateSelected(store);
                      },
                    })}
                  {...(!(row.kind === 'node' && row.node.type === 'startNode') && { onRemove: () => removeRow(row) })}
                  isWay={row.kind === 'way'}
                />
              )
            }
          />
        ))}
      </div>
      {isTouch && isEditing && foot(insert)}
      {asked && (
        <InsertMenu
          x={16}
          y={asked.y}
          onChoose={(kind) => {
            store.open(insertNode(store, kind, asked.place, wayIds));
            setAsked(undefined);
          }}
          onClose={() => {
            setAsked(undefined);
            requestAnimationFrame(() => tree.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus());
          }}
        />
      )}
    </div>
  );
}
