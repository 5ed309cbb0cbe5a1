import { useMemo, useRef } from 'react';
import { translate, useT } from '@balcao/sdk/client';
import type { FlowNodeElement } from '../../graph/types.ts';
import { lanesKept } from '../canvas/drawn-lanes.ts';
import { useNamed } from '../data/useNamed.ts';
import { isDecoration } from '../document/document.ts';
import { amount, givenName, text, waysOf } from '../kinds/kind.ts';
import { spanText } from '../kinds/span.ts';
import { useKinds } from '../kinds/useKinds.ts';
import type { Editor } from './context.ts';
import type { EditorStore } from './store.ts';

const systemWays = new Set(['out', 'invalid', 'failed', 'open', 'closed', 'else', 'unavailable', 'done', 'handover']);

/** Everything that draws nodes, over one store. */
export const useEditorOf = (store: EditorStore): Editor => {
  const kinds = useKinds();
  const named = useNamed();
  const t = useT();
  const reveal = useRef<(nodeId: string) => void>(undefined);
  return useMemo(() => {
    const about = (node: FlowNodeElement) => kinds.get(node.type)?.about?.(node.data, named);
    const ways = (node: FlowNodeElement) => waysOf(kinds, node);
    const kindName = (node: FlowNodeElement): string => {
      const kind = kinds.get(node.type);
      return kind ? translate(kind.plugin, kind.label) : t('editor.missingKind');
    };
    const summaryOf = (node: FlowNodeElement): string => {
      const kind = kinds.get(node.type);
      if (!kind) return node.type;
      return kind.summary(node.data, (key, values) => translate(kind.plugin, key, values as Record<string, unknown>));
    };
    const nameOf = (node: FlowNodeElement): string => {
      const given = givenName(node);
      if (given !== '') return given;
      const kind = kinds.get(node.type);
      return (kind?.isNamedByIt ? about(node)?.name : undefined) ?? kindName(node);
    };
    return {
      store,
      kinds,
      named,
      nameOf,
      lineOf: (node) => {
        const kind = kinds.get(node.type);
        if (kind?.isNamedByIt) return kindName(node);
        return about(node)?.name ?? summaryOf(node);
      },
      wayName: (node, { id, title }) => {
        if (title !== undefined && title.trim() !== '') return title;
        if (id === 'timeout') return t('way.timeout', { span: spanText(amount(node.data['timeoutMinutes']) * 60, t) });
        if (id === 'out' && node.type === 'collectNode')
          return t('way.collected', { kind: t(`collect.${text(node.data['kind']) || 'text'}`) });
        if (id === 'out' && (node.type === 'httpNode' || node.type === 'webhookNode')) return t('way.answered');
        if (id === 'out' && node.type === 'templateNode') return t('way.sent');
        if (systemWays.has(id)) return t(`way.${id}`);
        return title === '' ? t('way.untitled', { number: id.replace(/^\D+/, '') }) : id;
      },
      waysOf: ways,
      wayIds: (node) => ways(node).map(({ id }) => id),
      namedNodes: () =>
        store.document.nodes
          .filter(({ type }) => type !== 'startNode' && !isDecoration(type))
          .map((node) => ({ id: node.id, name: nameOf(node) })),
      lanes: lanesKept({ kinds, waysOf: ways, wayIds: (node) => ways(node).map(({ id }) => id) }),
      reveal: (nodeId) => reveal.current?.(nodeId),
      onReveal: (shows) => {
        reveal.current = shows;
        return () => {
          if (reveal.current === shows) reveal.current = undefined;
        };
      },
    } satisfies Editor;
  }, [store, kinds, named, t]);
};
