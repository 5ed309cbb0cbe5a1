/** The lanes of a drawing, made once for each state of it, from where its nodes and ways out are drawn. */
import type { FlowNodeElement } from '../../graph/types.ts';
import { isDecoration, nodesById, type FlowDocument } from '../document/document.ts';
import { sizeOf } from '../editor/arrange.ts';
import type { Editor } from '../editor/context.ts';
import { lanesOf, type Box, type Lanes, type Line } from './lanes.ts';

export type Drawing = Pick<Editor, 'kinds' | 'waysOf' | 'wayIds'>;

/** Heights of the rows of a node with several ways out. */
const optionHeight = 29;
const wayHeight = 27;

const heightOf = (way: string): number => (way.startsWith('option-') ? optionHeight : wayHeight);

/** Distance of a way out from the node's top. */
export const outletOf = (editor: Drawing, node: FlowNodeElement, way: string, height: number): number => {
  const ways = editor.wayIds(node);
  if (ways.length < 2) return height / 2;
  const below = ways.slice(ways.indexOf(way) + 1).reduce((sum, one) => sum + heightOf(one), 0);
  return height - below - heightOf(way) / 2;
};

interface Drawn {
  boxes: readonly Box[];
  lines: readonly Line[];
}

const draw = (editor: Drawing, document: FlowDocument): Drawn => {
  const size = sizeOf(editor);
  const boxes = new Map<string, Box>();
  for (const node of document.nodes)
    if (!isDecoration(node.type)) boxes.set(node.id, { ...node.position, ...size(node) });
  const byId = nodesById(document);
  const lines = document.edges.flatMap(({ id, source, sourceHandle, target }): Line[] => {
    const from = boxes.get(source);
    const to = boxes.get(target);
    const node = byId.get(source);
    if (!from || !to || !node) return [];
    const y = from.y + outletOf(editor, node, sourceHandle, from.height);
    return [{ id, target, from: { x: from.x + from.width, y }, to: { x: to.x, y: to.y + to.height / 2 } }];
  });
  return { boxes: [...boxes.values()], lines };
};

const isSameBox = (one: Box, other: Box | undefined): boolean =>
  one.x === other?.x && one.y === other.y && one.width === other.width && one.height === other.height;
const isSameLine = (one: Line, other: Line | undefined): boolean =>
  one.id === other?.id &&
  one.target === other.target &&
  one.from.x === other.from.x &&
  one.from.y === other.from.y &&
  one.to.x === other.to.x &&
  one.to.y === other.to.y;
const isSame = (one: Drawn, other: Drawn): boolean =>
  one.boxes.length === other.boxes.length &&
  one.lines.length === other.lines.length &&
  one.boxes.every((box, index) => isSameBox(box, other.boxes[index])) &&
  one.lines.every((line, index) => isSameLine(line, other.lines[index]));

/** Returns a function that keeps the lanes of the last drawing. Typing a text that fits changes none of them. */
export const lanesKept = (editor: Drawing): ((document: FlowDocument) => Lanes) => {
  let last: { nodes: FlowDocument['nodes']; edges: FlowDocument['edges']; drawn: Drawn; lanes: Lanes } | undefined;
  return (document) => {
    const { nodes, edges } = document;
    if (last?.nodes === nodes && last.edges === edges) return last.lanes;
    const drawn = draw(editor, document);
    const lanes = last && isSame(drawn, last.drawn) ? last.lanes : lanesOf(drawn.boxes, drawn.lines);
    last = { nodes, edges, drawn, lanes };
    return lanes;
  };
};
