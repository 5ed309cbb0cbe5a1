import { useState } from 'react';
import { useT } from '@balcao/sdk/client';
import { FormDialog, FormRow } from '@balcao/sdk/ui';
import { connect, disconnect } from '../document/changes.ts';
import { edgeFrom, findNode, isDecoration } from '../document/document.ts';
import { Choice } from '../forms/parts.tsx';
import { useEditor } from './context.ts';

/** Connects the ways out of a node by choosing from a list: what a pointer does by drawing a line. */
export function LinkDialog({ nodeId, onClose }: { nodeId: string; onClose(): void }) {
  const t = useT();
  const editor = useEditor();
  const { store, nameOf, lineOf, wayName, waysOf } = editor;
  const node = findNode(store.document, nodeId);
  const ways = node ? waysOf(node) : [];
  const [targets, setTargets] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(ways.map(({ id }) => [id, edgeFrom(store.document, nodeId, id)?.target ?? ''])),
  );
  if (!node) return null;
  const options = store.document.nodes
    .filter(({ id, type }) => id !== nodeId && type !== 'startNode' && !isDecoration(type))
    .map((other) => {
      const name = nameOf(other);
      const line = lineOf(other);
      return { id: other.id, name: line === '' || line === name ? name : `${name}, ${line}` };
    });
  const save = () => {
    store.apply('connect', (document) =>
      ways.reduce((present, { id }) => {
        const target = targets[id] ?? '';
        return target === '' ? disconnect(present, nodeId, id) : connect(present, nodeId, id, target);
      }, document),
    );
    onClose();
  };
  return (
    <FormDialog
      open
      title={t('link.title', { name: nameOf(node) })}
      submitLabel={t('link.done')}
      onSubmit={save}
      onClose={onClose}
      disabled={ways.length === 0}
    >
      {ways.length === 0 && <p>{t('link.none')}</p>}
      {ways.map((way) => (
        <FormRow key={way.id} label={wayName(node, way)}>
          <Choice
            value={targets[way.id] ?? ''}
            options={options}
            placeholder={t('link.nowhere')}
            isClearable
            onChange={(target) => setTargets({ ...targets, [way.id]: target })}
          />
        </FormRow>
      ))}
    </FormDialog>
  );
}
