import { expect, test } from 'vitest';
import { handlesOf } from '../../graph/handles.ts';
import type { FlowNodeElement } from '../../graph/types.ts';
import { align, connect, insertAfter, moveNodes, remove, setData, splitEdge } from './changes.ts';
import { edgeFrom, readDocument, writeData, type FlowDocument } from './document.ts';
import { fragmentOf, paste, readFragment, writeFragment } from './fragment.ts';
import { record, redo, startHistory, undo } from './history.ts';
import { outlineOf, type OutlineRow } from './outline.ts';
import { namesSetBy, textParts } from './names.ts';

const node = (id: string, type = 'messageNode', data: Record<string, unknown> = {}): FlowNodeElement => ({
  id,
  type,
  position: { x: 0, y: 0 },
  data,
});
const question = node('ask', 'questionNode', {
  options: [
    { id: '1', title: 'Sim' },
    { id: '2', title: 'Não' },
  ],
});
const wayIds = (one: FlowNodeElement) => handlesOf(one.type, one.data).map(({ id }) => id);
const drawing = (): FlowDocument => {
  let document: FlowDocument = {
    title: 'Triagem',
    nodes: [node('start', 'startNode'), question, node('yes'), node('no')],
    edges: [],
  };
  document = connect(document, 'start', 'out', 'ask');
  document = connect(document, 'ask', 'option-1', 'yes');
  return connect(document, 'ask', 'option-2', 'no');
};

test('A drawing that is written and read again is the same', () => {
  const document = drawing();
  expect(readDocument('Triagem', writeData(document))).toEqual(document);
});

test('An unreadable drawing is an empty one', () => {
  expect(readDocument('x', 'not JSON')).toEqual({ title: 'x', nodes: [], edges: [] });
});

test('A connection that is drawn twice is read once', () => {
  const document = drawing();
  const twice = {
    ...document,
    edges: [...document.edges, ...document.edges.map((edge) => ({ ...edge, id: `${edge.id}2` }))],
  };
  expect(readDocument('Triagem', writeData(twice)).edges).toEqual(document.edges);
});

test('At most one connection leaves by a way, and none leads back to the same node', () => {
  const document = drawing();
  const moved = connect(document, 'ask', 'option-1', 'no');
  expect(moved.edges.filter(({ sourceHandle }) => sourceHandle === 'option-1').map(({ target }) => target)).toEqual([
    'no',
  ]);
  expect(connect(document, 'ask', 'option-1', 'ask')).toBe(document);
  expect(connect(document, 'ask', 'option-1', 'yes')).toBe(document);
});

test('A node dropped on a connection comes between its ends', () => {
  const document = drawing();
  const edge = edgeFrom(document, 'ask', 'option-1');
  const split = splitEdge(document, edge?.id ?? '', node('new'), 'out');
  expect(edgeFrom(split, 'ask', 'option-1')?.target).toBe('new');
  expect(edgeFrom(split, 'new', 'out')?.target).toBe('yes');
});

test('A node inserted behind another leads to what followed before', () => {
  const inserted = insertAfter(drawing(), 'start', 'out', node('hello'), 'out');
  expect(edgeFrom(inserted, 'start', 'out')?.target).toBe('hello');
  expect(edgeFrom(inserted, 'hello', 'out')?.target).toBe('ask');
});

test('The start cannot be removed, and a removed node takes its connections along', () => {
  const document = remove(drawing(), ['start', 'ask']);
  expect(document.nodes.map(({ id }) => id)).toEqual(['start', 'yes', 'no']);
  expect(document.edges).toEqual([]);
});

test('Removing an option removes its connection, and undoing brings both back', () => {
  const document = drawing();
  const fewer = setData(document, 'ask', { options: [{ id: '2', title: 'Não' }] }, wayIds);
  expect(edgeFrom(fewer, 'ask', 'option-1')).toBeUndefined();
  expect(edgeFrom(fewer, 'ask', 'option-2')?.target).toBe('no');
  const history = record(startHistory(document), fewer, { label: 'edit', at: 0 });
  expect(undo(history).present).toBe(document);
});

test('Twenty changes are undone and redone one by one', () => {
  let history = startHistory(drawing());
  const seen = [history.present];
  for (let step = 1; step <= 20; step += 1) {
    history = record(history, moveNodes(history.present, new Map([['yes', { x: step * 8, y: 0 }]])), {
      label: 'move',
      at: step,
    });
    seen.push(history.present);
  }
  for (let step = 19; step >= 0; step -= 1) {
    history = undo(history);
    expect(history.present).toBe(seen[step]);
  }
  expect(undo(history)).toBe(history);
  for (let step = 1; step <= 20; step += 1) history = redo(history);
  expect(history.present).toBe(seen[20]);
});

test('Typing is one entry, until a pause or another field', () => {
  const type = (history: ReturnType<typeof startHistory>, text: string, merge: string, at: number) =>
    record(history, setData(history.present, 'yes', { label: text }, wayIds), { label: 'edit', merge, at });
  let history = startHistory(drawing());
  history = type(history, 'O', 'yes/label', 0);
  history = type(history, 'Ol', 'yes/label', 300);
  history = type(history, 'Olá', 'yes/label', 600);
  expect(history.past).toHaveLength(1);
  history = type(history, 'Olá!', 'yes/label', 9000);
  expect(history.past).toHaveLength(2);
});

test('A hundred entries are kept', () => {
  let history = startHistory(drawing());
  for (let step = 1; step <= 150; step += 1)
    history = record(history, moveNodes(history.present, new Map([['yes', { x: step * 8, y: 0 }]])), {
      label: 'move',
      at: step,
    });
  expect(history.past).toHaveLength(100);
});

test('Copied nodes have new ids and the connections between them, without the start', () => {
  const document = drawing();
  const copied = readFragment(writeFragment(fragmentOf(document, ['start', 'ask', 'yes'])));
  expect(copied?.nodes.map(({ id }) => id)).toEqual(['ask', 'yes']);
  const { document: pasted, ids } = paste(document, copied ?? { nodes: [], edges: [] });
  expect(pasted.nodes).toHaveLength(6);
  expect(new Set(pasted.nodes.map(({ id }) => id)).size).toBe(6);
  expect(ids).toHaveLength(2);
  expect(pasted.edges).toHaveLength(document.edges.length + 1);
});

test('Other text on the clipboard is not pasted', () => {
  expect(readFragment('balcao-flow-nodes is a word')).toBeUndefined();
  expect(readFragment('{"format":"balcao-flow-nodes","nodes":[{"id":1}],"edges":[]}')).toBeUndefined();
});

test('Aligned nodes have one line, and spread ones equal distances', () => {
  const size = () => ({ width: 100, height: 40 });
  let document = drawing();
  document = moveNodes(
    document,
    new Map([
      ['ask', { x: 80, y: 16 }],
      ['yes', { x: 0, y: 160 }],
      ['no', { x: 400, y: 400 }],
    ]),
  );
  const left = align(document, ['ask', 'yes', 'no'], 'left', size);
  expect(left.nodes.slice(1).map(({ position }) => position.x)).toEqual([0, 0, 0]);
  const rows = align(left, ['ask', 'yes', 'no'], 'rows', size);
  expect(rows.nodes.slice(1).map(({ position }) => position.y)).toEqual([16, 208, 400]);
});

const firstPage = (document: FlowDocument): OutlineRow[] =>
  outlineOf(document, ({ type, data }) => handlesOf(type, data)).pages.get('')?.rows ?? [];

test('The outline has every node once, and a second way to it as a line', () => {
  let document = drawing();
  document = connect(document, 'yes', 'out', 'no');
  document = { ...document, nodes: [...document.nodes, node('alone'), node('note', 'commentNode')] };
  const rows = firstPage(document);
  expect(
    rows.map((row) =>
      'node' in row ? row.node.id : row.kind === 'way' ? `${row.handle.id}→${row.target ?? ''}` : row.kind,
    ),
  ).toEqual([
    'start',
    'ask',
    'option-1→',
    'yes',
    'no',
    'out→',
    'option-2→no',
    'invalid→',
    'loose',
    'alone',
    'out→',
    'note',
  ]);
});

test('A circle ends in the outline', () => {
  const document = connect(drawing(), 'yes', 'out', 'ask');
  expect(firstPage(document).filter((row) => row.kind === 'node')).toHaveLength(4);
});

test('A deep branch of the outline is a page of its own, and a single deep step is not', () => {
  const asks = (id: string) => node(id, 'questionNode', { options: ['Um', 'Dois'] });
  const document: FlowDocument = {
    title: '',
    nodes: [node('start', 'startNode'), ...['a', 'b', 'c', 'd'].map(asks), ...['e', 'f', 'g'].map((id) => node(id))],
    edges: [],
  };
  const ways: [string, string, string][] = [
    ['start', 'out', 'a'],
    ['a', 'option-1', 'b'],
    ['b', 'option-1', 'c'],
    ['c', 'option-1', 'd'],
    ['c', 'option-2', 'e'],
    ['d', 'option-1', 'f'],
    ['d', 'option-2', 'g'],
    ['g', 'out', 'b'],
  ];
  const joined = ways.reduce((drawn, [from, handle, to]) => connect(drawn, from, handle, to), document);
  const { pages, pageOf } = outlineOf(joined, ({ type, data }) => handlesOf(type, data));
  expect([...pages.keys()]).toEqual(['', 'd']);
  expect(Object.fromEntries(pageOf)).toEqual({ start: '', a: '', b: '', c: '', d: 'd', e: '', f: 'd', g: 'd' });
  const row = pages.get('')?.rows.find(({ key }) => key === 'c/option-1');
  expect(row).toMatchObject({ kind: 'way', hasRows: false, more: { page: 'd', steps: 3 } });
  expect(pages.get('d')?.from).toEqual({ page: '', key: 'c/option-1' });
  expect(pages.get('d')?.rows[0]).toMatchObject({ kind: 'node', key: 'd', depth: 0 });
  expect(pages.get('d')?.rows.filter((each) => each.kind === 'way' && each.target === 'b')).toHaveLength(1);
});

test('Variables are found in nodes and texts', () => {
  const document: FlowDocument = {
    title: '',
    nodes: [
      node('a', 'collectNode', { variable: 'cpf' }),
      node('b', 'httpNode', { saves: [{ path: 'x', variable: 'pasta' }] }),
    ],
    edges: [],
  };
  expect(namesSetBy(document)).toEqual(['cpf', 'pasta']);
  expect(
    textParts('Oi, %nome%! 100% certo')
      .filter(({ isVariable }) => isVariable)
      .map(({ text }) => text),
  ).toEqual(['%nome%']);
});
