/** Comments and frames on the canvas. */
import { memo } from 'react';
import { CommentNote20Regular } from '@fluentui/react-icons';
import { NodeResizer, type NodeProps, type OnResizeEnd } from '@xyflow/react';
import { useT } from '@balcao/sdk/client';
import { resize } from '../document/changes.ts';
import { nodesById } from '../document/document.ts';
import { useEditor, useEditorState } from '../editor/context.ts';
import { shownDocument } from '../editor/store.ts';
import { givenName, text } from '../kinds/kind.ts';
import { useNodeStyles } from './node-styles.ts';

const useResizing = (id: string): OnResizeEnd => {
  const { store } = useEditor();
  return (_, { x, y, width, height }) =>
    store.apply('resize', (document) => resize(document, id, { width, height }, { x, y }));
};

export const CommentNode = memo(function CommentNode({ id, selected }: NodeProps) {
  const node = useEditorState((state) => nodesById(shownDocument(state)).get(id));
  const styles = useNodeStyles();
  const t = useT();
  const onResizeEnd = useResizing(id);
  if (!node) return null;
  return (
    <>
      <NodeResizer isVisible={selected === true} minWidth={160} minHeight={56} onResizeEnd={onResizeEnd} />
      <div className={styles.comment}>
        <div className={styles.commentHead}>
          <CommentNote20Regular aria-hidden="true" />
          {givenName(node) || t('kind.commentNode')}
        </div>
        {text(node.data['text']) || t('editor.emptyComment')}
      </div>
    </>
  );
});

export const FrameNode = memo(function FrameNode({ id, selected }: NodeProps) {
  const node = useEditorState((state) => nodesById(shownDocument(state)).get(id));
  const styles = useNodeStyles();
  const t = useT();
  const onResizeEnd = useResizing(id);
  if (!node) return null;
  return (
    <>
      <NodeResizer isVisible={selected === true} minWidth={160} minHeight={96} onResizeEnd={onResizeEnd} />
      <div className={styles.frame}>
        <span className={styles.frameTitle}>{text(node.data['title']) || t('kind.frameNode')}</span>
      </div>
    </>
  );
});
