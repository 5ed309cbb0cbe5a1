import { memo, useState } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Dismiss12Regular } from '@fluentui/react-icons';
import { BaseEdge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { useFormat, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import { remove } from '../document/changes.ts';
import { nodesById } from '../document/document.ts';
import { useEditor, useEditorState } from '../editor/context.ts';
import { shownDocument } from '../editor/store.ts';
import { edgeColour } from './canvas-styles.ts';
import { cornersOf, middleOf, pathOf } from './route.ts';

const useStyles = makeStyles({
  remove: {
    position: 'absolute',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '20px',
    height: '20px',
    padding: 0,
    border: 'none',
    borderRadius: '50%',
    backgroundColor: ext.bad,
    color: tokens.colorNeutralBackground1,
    cursor: 'pointer',
    pointerEvents: 'all',
    zIndex: 4,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  count: {
    position: 'absolute',
    padding: '0 7px',
    borderRadius: tokens.borderRadiusCircular,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: ext.raised,
    fontSize: '11px',
    lineHeight: '16px',
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    pointerEvents: 'none',
  },
});

const fromSystem = new Set(['invalid', 'timeout', 'failed', 'unavailable']);
const widest = 14;

/** A connection: with the sign that removes it while it is pointed at or selected, or with its number. */
export const FlowEdge = memo(function FlowEdge(props: EdgeProps) {
  const { id, source, sourceX, sourceY, targetX, targetY, sourceHandleId, selected } = props;
  const { store, lanes, wayIds } = useEditor();
  const styles = useStyles();
  const t = useT();
  const format = useFormat();
  const [isPointed, setPointed] = useState(false);
  const mode = useEditorState((state) => state.mode);
  const isTravelled = useEditorState((state) => state.mode === 'simulate' && state.course?.edges.has(id) === true);
  const left = useEditorState((state) =>
    state.mode === 'numbers' ? (state.numbers?.nodes[source]?.left[sourceHandleId ?? 'out'] ?? 0) : undefined,
  );
  const most = useEditorState((state) => (state.mode === 'numbers' ? state.numbers?.sessions.started : undefined)) ?? 0;
  const column = useEditorState((state) => lanes(shownDocument(state)).columns.get(id));
  const row = useEditorState((state) => lanes(shownDocument(state)).rows.get(id));
  // A row of the node shows the number of a way out; a node with one way has no such row.
  const isCounted = useEditorState((state) => {
    const node = state.mode === 'numbers' ? nodesById(shownDocument(state)).get(source) : undefined;
    return node !== undefined && wayIds(node).length === 1;
  });
  const corners = cornersOf({ x: sourceX, y: sourceY }, { x: targetX, y: targetY }, column, row);
  const { x, y } = middleOf(corners);
  const isHot = mode === 'edit' && (isPointed || selected === true);
  const stroke = isHot
    ? ext.bad
    : isTravelled
      ? tokens.colorCompoundBrandStroke
      : left === undefined
        ? edgeColour
        : `color-mix(in srgb, ${ext.chart} 45%, ${ext.canvas})`;
  const width =
    left === undefined ? (isTravelled ? 2.5 : 1.5) : 1.5 + (most === 0 ? 0 : (left / most) * (widest - 1.5));
  const place = { transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` };
  return (
    <g onPointerEnter={() => setPointed(true)} onPointerLeave={() => setPointed(false)}>
      <BaseEdge
        id={id}
        path={pathOf(corners)}
        interactionWidth={20}
        {...(left === undefined && {
          markerEnd: isHot ? 'url(#flow-arrow-bad)' : isTravelled ? 'url(#flow-arrow-on)' : 'url(#flow-arrow)',
        })}
        style={{
          stroke,
          strokeWidth: width,
          ...(fromSystem.has(sourceHandleId ?? '') && left === undefined && { strokeDasharray: '4 4' }),
        }}
      />
      {isHot && (
        <EdgeLabelRenderer>
          <button
            type="button"
            className={mergeClasses('nodrag nopan', styles.remove)}
            style={place}
            aria-label={t('editor.removeEdge')}
            title={t('editor.removeEdge')}
            onPointerEnter={() => setPointed(true)}
            onPointerLeave={() => setPointed(false)}
            onClick={() => store.apply('disconnect', (document) => remove(document, [], [id]))}
          >
            <Dismiss12Regular aria-hidden="true" />
          </button>
        </EdgeLabelRenderer>
      )}
      {isCounted && left !== undefined && left > 0 && (
        <EdgeLabelRenderer>
          <span className={styles.count} style={place}>
            {format.number(left)}
          </span>
        </EdgeLabelRenderer>
      )}
    </g>
  );
});

/** The open arrows at the ends of connections, once for the page. */
export function Arrows() {
  const arrows = [
    ['flow-arrow', edgeColour],
    ['flow-arrow-bad', ext.bad],
    ['flow-arrow-on', tokens.colorCompoundBrandStroke],
  ] as const;
  return (
    <svg width="0" height="0" aria-hidden="true" style={{ position: 'absolute' }}>
      <defs>
        {arrows.map(([id, colour]) => (
          <marker
            key={id}
            id={id}
            viewBox="-10 -10 20 20"
            markerWidth="16"
            markerHeight="16"
            markerUnits="userSpaceOnUse"
            orient="auto-start-reverse"
            refX="4"
            refY="0"
          >
            <polyline points="-4,-5 4,0 -4,5" fill="none" style={{ stroke: colour, strokeWidth: 2 }} />
          </marker>
        ))}
      </defs>
    </svg>
  );
}
