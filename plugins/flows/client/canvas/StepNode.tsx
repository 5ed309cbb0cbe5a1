import { memo, useMemo } from 'react';
import { mergeClasses } from '@fluentui/react-components';
import { Clock12Regular, ErrorCircle12Filled, Warning12Filled, Warning12Regular } from '@fluentui/react-icons';
import { Handle, Position, type NodeProps } from '@xyflow/react';
import { useFormat, useT } from '@balcao/sdk/client';
import { Dot } from '@balcao/sdk/ui';
import type { FlowNodeElement } from '../../graph/types.ts';
import type { FlowNodeNumbers } from '../../graph/wire.ts';
import { edgesBySource, nodesById } from '../document/document.ts';
import { textParts } from '../document/names.ts';
import { useEditor, useEditorState } from '../editor/context.ts';
import { levelOf } from '../editor/problem-level.ts';
import { shownDocument } from '../editor/store.ts';
import { Presence } from './Presence.tsx';
import { useNodeStyles } from './node-styles.ts';
import { Tile } from './Tile.tsx';

const good = new Set(['out', 'open', 'done']);
const system = new Set(['invalid', 'timeout', 'failed', 'unavailable']);

/** A step of the flow on the canvas. It reads its own part of the state, so that others' changes do not render it. */
export const StepNode = memo(function StepNode({ id, selected }: NodeProps) {
  const node = useEditorState((state) => nodesById(shownDocument(state)).get(id));
  return node ? <Step node={node} isSelected={selected === true} /> : null;
});

function Step({ node, isSelected }: { node: FlowNodeElement; isSelected: boolean }) {
  const editor = useEditor();
  const styles = useNodeStyles();
  const t = useT();
  const { id } = node;
  const kind = editor.kinds.get(node.type);
  const level = useEditorState(({ problems, mode }) => (mode === 'edit' ? levelOf(problems, id) : undefined));
  const order = useEditorState(({ course, mode }) => (mode === 'simulate' ? course?.order.get(id) : undefined));
  const isCurrent = useEditorState(({ course, mode }) => mode === 'simulate' && course?.current === id);
  const isUntravelled = useEditorState(
    ({ course, mode }) => mode === 'simulate' && course !== undefined && !course.order.has(id) && course.current !== id,
  );
  const numbers = useEditorState((state) => (state.mode === 'numbers' ? state.numbers?.nodes[id] : undefined));
  const ways = editor.waysOf(node);
  const single = ways.length === 1 ? ways[0] : undefined;
  const about = kind?.about?.(node.data, editor.named);
  const body = kind?.body?.(node.data) ?? '';
  return (
    <div
      className={mergeClasses(
        styles.node,
        !kind && styles.missing,
        order !== undefined && styles.travelled,
        level === 'error' && styles.faulty,
        isSelected && styles.selected,
        isCurrent && styles.current,
        isUntravelled && styles.untravelled,
      )}
      data-node={id}
    >
      {node.type === 'departmentNode' && about?.color !== undefined && (
        <span className={styles.mark} style={{ backgroundColor: about.color }} aria-hidden="true" />
      )}
      {node.type !== 'startNode' && <Handle id="in" type="target" position={Position.Left} />}
      <div className={styles.head}>
        <Tile kind={kind} />
        <div className={styles.names}>
          <div className={styles.name}>{editor.nameOf(node)}</div>
          {body === '' && (
            <div className={styles.line}>
              {node.type === 'tagNode' && about?.color !== undefined && <Dot color={about.color} size={6} />}
              <span className={styles.lineText}>{editor.lineOf(node)}</span>
            </div>
          )}
        </div>
      </div>
      {body !== '' && <Body text={body} />}
      {single ? (
        <Out nodeId={id} way={single.id} />
      ) : (
        ways.map((way, index) => <Way key={way.id} node={node} way={way} index={index} numbers={numbers} />)
      )}
      {level && (
        <span
          className={mergeClasses(styles.disc, level === 'error' ? styles.discBad : styles.discWarn)}
          aria-hidden="true"
        >
          {level === 'error' ? <ErrorCircle12Filled /> : <Warning12Filled />}
        </span>
      )}
      {order !== undefined && <span className={mergeClasses(styles.disc, styles.discOrder)}>{order}</span>}
      {isCurrent && <span className={styles.flag}>{t('sim.now')}</span>}
      {numbers && <Counts numbers={numbers} />}
      <Presence nodeId={id} />
      <Breakpoint nodeId={id} name={editor.nameOf(node)} />
    </div>
  );
}

export function Body({ text }: { text: string }) {
  const styles = useNodeStyles();
  const parts = useMemo(() => textParts(text), [text]);
  return (
    <p className={styles.body}>
      {parts.map((part, index) =>
        part.isVariable ? (
          <span key={index} className={styles.variable}>
            {part.text}
          </span>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}

interface WayProps {
  node: FlowNodeElement;
  way: { id: string; title?: string };
  index: number;
  numbers: FlowNodeNumbers | undefined;
}
function Way({ node, way, index, numbers }: WayProps) {
  const styles = useNodeStyles();
  const editor = useEditor();
  const format = useFormat();
  const isTravelled = useEditorState(
    ({ course, mode }) => mode === 'simulate' && course?.ways.has(`${node.id}/${way.id}`) === true,
  );
  const isOption = way.id.startsWith('option-');
  const isSystem = system.has(way.id);
  return (
    <div
      className={mergeClasses(
        styles.way,
        isOption && styles.option,
        isSystem && styles.system,
        isTravelled && styles.wayTravelled,
      )}
    >
      {isOption ? (
        <span className={styles.number}>{index + 1}</span>
      ) : isSystem ? (
        <span className={styles.glyph} aria-hidden="true">
          {way.id === 'timeout' ? <Clock12Regular /> : <Warning12Regular />}
        </span>
      ) : (
        <span className={mergeClasses(styles.dot, good.has(way.id) && styles.good)} aria-hidden="true" />
      )}
      <span className={styles.wayText}>{editor.wayName(node, way)}</span>
      {numbers && <span className={styles.count}>{format.number(numbers.left[way.id] ?? 0)}</span>}
      <Out nodeId={node.id} way={way.id} />
    </div>
  );
}

/** Where a connection begins; its ring is dashed while none does. */
function Out({ nodeId, way }: { nodeId: string; way: string }) {
  const styles = useNodeStyles();
  const isLinked = useEditorState(
    (state) =>
      edgesBySource(shownDocument(state))
        .get(nodeId)
        ?.some(({ sourceHandle }) => sourceHandle === way) ?? false,
  );
  return <Handle id={way} type="source" position={Position.Right} {...(!isLinked && { className: styles.open })} />;
}

function Counts({ numbers }: { numbers: FlowNodeNumbers }) {
  const styles = useNodeStyles();
  const format = useFormat();
  const t = useT();
  return (
    <>
      <span className={styles.pill}>{format.number(numbers.entered)}</span>
      {numbers.dropped > 0 && (
        <span className={styles.stopped}>{t('num.stoppedHere', { count: numbers.dropped })}</span>
      )}
    </>
  );
}

/** Stops the simulation before this node. */
function Breakpoint({ nodeId, name }: { nodeId: string; name: string }) {
  const styles = useNodeStyles();
  const t = useT();
  const { store } = useEditor();
  const isShown = useEditorState(({ mode }) => mode === 'simulate');
  const isSet = useEditorState(({ breakpoints }) => breakpoints.has(nodeId));
  if (!isShown) return null;
  const toggle = () => {
    const next = new Set(store.get().breakpoints);
    if (!next.delete(nodeId)) next.add(nodeId);
    store.set({ breakpoints: next });
  };
  return (
    <button
      type="button"
      className={mergeClasses('nodrag', styles.breakpoint, isSet && styles.breaks)}
      aria-pressed={isSet}
      aria-label={t('sim.breakpoint', { name })}
      title={t('sim.breakpoint', { name })}
      onClick={(event) => {
        event.stopPropagation();
        toggle();
      }}
    />
  );
}
