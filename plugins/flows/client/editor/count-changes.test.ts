import { expect, test } from 'vitest';
import { connect, moveNodes, remove, setData } from '../document/changes.ts';
import type { FlowDocument } from '../document/document.ts';
import { countChanges } from './count-changes.ts';

const node = (id: string, x: number) => ({ id, type: 'messageNode', position: { x, y: 0 }, data: { label: id } });
const before: FlowDocument = {
  title: 'Triagem',
  nodes: [node('a', 0), node('b', 240), node('c', 480)],
  edges: [{ id: 'e', type: 'custom', source: 'a', target: 'b', sourceHandle: 'out', targetHandle: 'in' }],
};

test('A drawing that equals the published one has no change, whatever its name', () => {
  expect(countChanges(before, { ...before, title: 'Outro nome' }).total).toBe(0);
});

test('A way that leads elsewhere now is one change', () => {
  expect(countChanges(before, connect(before, 'a', 'out', 'c'))).toMatchObject({ linked: 1, total: 1 });
});

test('A removed component counts once, with its connections', () => {
  expect(countChanges(before, remove(before, ['b']))).toMatchObject({ removed: 1, linked: 0, total: 1 });
});

test('Moved components are one change together; a changed text is one each', () => {
  const moved = moveNodes(before, new Map(['a', 'b'].map((id) => [id, { x: 800, y: 80 }])));
  const edited = setData(moved, 'c', { label: 'Olá' }, () => ['out']);
  expect(countChanges(before, edited)).toMatchObject({ moved: 2, changed: 1, total: 2 });
});
