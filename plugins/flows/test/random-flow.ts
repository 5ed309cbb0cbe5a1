import { ask, say, type Node, type Way } from './flow-office.ts';

export type Random = () => number;

export const randomFrom = (seed: number): Random => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
export const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

const nodeOf = (random: Random, id: string, index: number): Node => {
  switch (Math.floor(random() * 10)) {
    case 0:
    case 1:
    case 2:
      return say(id, `${id} %v0% %primeiro_nome%`);
    case 3:
    case 4:
      return ask(id, `${id}?`, ['Um', 'Dois'], {
        variable: `v${index}`,
        tries: 2,
        optionType: pick(random, ['list', 'text']),
      });
    case 5:
      return [id, 'setNode', { changes: [{ variable: 'v0', how: 'add', value: '1' }] }];
    case 6:
      return [
        id,
        'conditionNode',
        { branches: [{ id: 'a', title: 'A', match: 'all', rules: [{ name: 'v0', operator: 'atLeast', value: '1' }] }] },
      ];
    case 7:
      return [id, 'collectNode', { question: `${id}: número?`, kind: 'number', variable: `v${index}`, tries: 2 }];
    case 8:
      return [id, 'delayNode', { delay: 600 }];
    default:
      return [id, 'noteNode', { text: `nota ${id}` }];
  }
};

const handles: Readonly<Record<string, readonly string[]>> = {
  questionNode: ['option-1', 'option-2', 'invalid'],
  conditionNode: ['branch-a', 'else'],
  collectNode: ['out', 'invalid'],
};

/** Draws a flow whose ways lead to later nodes, and in every fourth drawing some of them back to earlier ones. */
export const randomFlow = (random: Random): { nodes: Node[]; ways: Way[] } => {
  const size = 4 + Math.floor(random() * 9);
  const hasCircles = random() < 0.25;
  const nodes = Array.from({ length: size }, (_, index) => nodeOf(random, `n${index}`, index));
  nodes[size - 1] = say(`n${size - 1}`, 'fim');
  const ways: Way[] = [['start', 'n0']];
  for (const [index, [id, type]] of nodes.slice(0, -1).entries())
    for (const handle of handles[type] ?? ['out']) {
      const later = index + 1 + Math.floor(random() * Math.min(3, size - index - 1));
      const target = hasCircles && random() < 0.2 ? Math.floor(random() * (index + 1)) : later;
      ways.push([`${id}:${handle}`, `n${target}`]);
    }
  return { nodes, ways };
};

/** Answers that a customer may give to these nodes. */
export const words = ['1', '2', 'dois', '7,5', 'nada disso', 'Um', 'menu'] as const;
