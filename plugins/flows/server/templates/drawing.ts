import type { FlowExport } from '../../graph/wire.ts';

/** A node: id, kind, column and row on the canvas, data. */
type Node = [id: string, type: string, column: number, row: number, data: Record<string, unknown>];
/** A connection: from a way out (`node` or `node:handle`) to a node. */
type Way = [from: string, to: string];

/** A ready flow. */
export interface FlowTemplate {
  id: string;
  description: string;
  file: FlowExport;
}

const columnWidth = 300;
const rowHeight = 170;

/** Draws a template on a grid. */
export const template = (
  id: string,
  title: string,
  description: string,
  needs: FlowExport['needs'],
  nodes: readonly Node[],
  ways: readonly Way[],
): FlowTemplate => ({
  id,
  description,
  file: {
    format: 'balcao-flow',
    version: 1,
    title,
    needs,
    files: [],
    elements: [
      ...nodes.map(([nodeId, type, column, row, data]) => ({
        id: nodeId,
        type,
        position: { x: column * columnWidth, y: row * rowHeight },
        data,
      })),
      ...ways.map(([from, target]) => {
        const [source, sourceHandle = 'out'] = from.split(':');
        return {
          id: `${from}-${target}`.replaceAll(':', '-'),
          type: 'custom',
          source,
          sourceHandle,
          target,
          targetHandle: 'in',
        };
      }),
    ],
  },
});

export const options = (...titles: string[]) => titles.map((title, index) => ({ id: String(index + 1), title }));
