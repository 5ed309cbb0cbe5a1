import { useMemo } from 'react';
import { Button, makeStyles, tokens, Dialog } from '@fluentui/react-components';
import { translate, useT } from '@balcao/sdk/client';
import { DialogFrame, StatusPill } from '@balcao/sdk/ui';
import { diffGraphs } from '../../graph/diff.ts';
import type { FlowNodeElement } from '../../graph/types.ts';
import type { FlowDiffEdge } from '../../graph/wire.ts';
import { nodesById, type FlowDocument } from '../document/document.ts';
import { useEditor } from '../editor/context.ts';
import { labelKeyOf, valueText } from './field-text.ts';

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', gap: '8px', margin: 0, padding: 0, listStyleType: 'none' },
  row: { display: 'grid', gridTemplateColumns: '104px minmax(0, 1fr)', gap: '8px', alignItems: 'start' },
  fields: {
    margin: '4px 0 0',
    padding: 0,
    listStyleType: 'none',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
  },
  value: { overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground3 },
});

interface DiffDialogProps {
  title: string;
  from: FlowDocument;
  to: FlowDocument;
  onClose(): void;
  footer?: React.ReactNode;
}

/** The differences between two drawings, step by step. */
export function DiffDialog({ title, from, to, onClose, footer }: DiffDialogProps) {
  const t = useT();
  const styles = useStyles();
  const { nameOf, wayName, waysOf, kinds, named } = useEditor();
  const diff = useMemo(
    () =>
      diffGraphs({ nodes: [...from.nodes], edges: [...from.edges] }, { nodes: [...to.nodes], edges: [...to.edges] }),
    [from, to],
  );
  const before = nodesById(from);
  const after = nodesById(to);
  const name = (id: string): string => {
    const node = after.get(id) ?? before.get(id);
    return node ? nameOf(node) : id;
  };
  const kindOf = (node: FlowNodeElement | undefined): string => {
    const kind = node && kinds.get(node.type);
    return kind ? translate(kind.plugin, kind.label) : '';
  };
  const edge = (
    { source, sourceHandle, target }: FlowDiffEdge,
    nodes: ReadonlyMap<string, FlowNodeElement>,
  ): string => {
    const node = nodes.get(source);
    const handle = node && waysOf(node).find(({ id }) => id === sourceHandle);
    const way = node ? wayName(node, handle ?? { id: sourceHandle }) : sourceHandle;
    return t('diff.edge', { source: name(source), way, target: name(target) });
  };
  const isEqual =
    from.title === to.title &&
    [diff.added, diff.removed, diff.changed, diff.moved, diff.edges.added, diff.edges.removed].every(
      ({ length }) => length === 0,
    );
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogFrame
        title={title}
        width={640}
        onClose={onClose}
        footer={footer ?? <Button onClick={onClose}>{t('diff.close')}</Button>}
      >
        {isEqual && <p className={styles.quiet}>{t('diff.equal')}</p>}
        <ul className={styles.list}>
          {from.title !== to.title && (
            <li className={styles.row}>
              <StatusPill tone="info">{t('diff.changed')}</StatusPill>
              <span>{t('diff.title', { from: from.title, to: to.title })}</span>
            </li>
          )}
          {diff.added.map(({ nodeId }) => (
            <li key={nodeId} className={styles.row}>
              <StatusPill tone="ok">{t('diff.added')}</StatusPill>
              <span>
                {name(nodeId)} <span className={styles.quiet}>{kindOf(after.get(nodeId))}</span>
              </span>
            </li>
          ))}
          {diff.removed.map(({ nodeId }) => (
            <li key={nodeId} className={styles.row}>
              <StatusPill tone="bad">{t('diff.removed')}</StatusPill>
              <span>
                {name(nodeId)} <span className={styles.quiet}>{kindOf(before.get(nodeId))}</span>
              </span>
            </li>
          ))}
          {diff.changed.map(({ nodeId, fields }) => (
            <li key={nodeId} className={styles.row}>
              <StatusPill tone="info">{t('diff.changed')}</StatusPill>
              <span>
                {name(nodeId)} <span className={styles.quiet}>{kindOf(after.get(nodeId))}</span>
                <ul className={styles.fields}>
                  {fields.map(({ field, from: old, to: now }) => {
                    const label = labelKeyOf(field, after.get(nodeId)?.type ?? '');
                    const former = valueText(field, old, named);
                    const present = valueText(field, now, named);
                    return (
                      <li key={field} className={styles.value}>
                        {label && <>{t(label)}: </>}
                        <del>{former || t('diff.empty')}</del> → <ins>{present || t('diff.empty')}</ins>
                      </li>
                    );
                  })}
                </ul>
              </span>
            </li>
          ))}
          {diff.edges.added.map((one) => (
            <li key={`+${one.source}${one.sourceHandle}`} className={styles.row}>
              <StatusPill tone="ok">{t('diff.linked')}</StatusPill>
              <span>{edge(one, after)}</span>
            </li>
          ))}
          {diff.edges.removed.map((one) => (
            <li key={`-${one.source}${one.sourceHandle}`} className={styles.row}>
              <StatusPill tone="bad">{t('diff.unlinked')}</StatusPill>
              <span>{edge(one, before)}</span>
            </li>
          ))}
          {diff.moved.length > 0 && (
            <li className={styles.row}>
              <StatusPill tone="neutral">{t('diff.moved')}</StatusPill>
              <span>{t('diff.movedCount', { count: diff.moved.length })}</span>
            </li>
          )}
        </ul>
      </DialogFrame>
    </Dialog>
  );
}
