import { expect, test } from 'vitest';
import { MoveQueue, type QueuedMove } from './move-queue.ts';

const move = (id: number, laneId: string): QueuedMove => ({ id, laneId, before: undefined, from: 'lane1' });
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** A queue whose moves end when the test says so. */
const opened = () => {
  const sent: string[] = [];
  const ends: ((isAccepted: boolean) => void)[] = [];
  const queue = new MoveQueue(({ id, laneId }) => {
    sent.push(`${id} ${laneId}`);
    return new Promise((resolve) => ends.push(resolve));
  });
  const end = async (isAccepted = true): Promise<void> => {
    ends.shift()?.(isAccepted);
    await settled();
  };
  return { queue, sent, end };
};

test('of the moves of a card that are made while one is being sent, only the last is sent', async () => {
  const { queue, sent, end } = opened();
  for (const lane of ['lane2', 'lane3', 'lane4', 'lane5']) queue.add(move(1, lane));
  queue.add(move(2, 'lane2'));
  expect(sent).toEqual(['1 lane2', '2 lane2']);
  await end();
  expect(sent).toEqual(['1 lane2', '2 lane2', '1 lane5']);
  await end();
  await end();
  expect([queue.isIdle, sent.length]).toEqual([true, 3]);
});

test('after a refused move nothing of the same card is sent that was made on top of it', async () => {
  const { queue, sent, end } = opened();
  queue.add(move(1, 'lane2'));
  queue.add(move(1, 'lane3'));
  await end(false);
  expect([sent, queue.isIdle]).toEqual([['1 lane2'], true]);
  queue.add(move(1, 'lane4'));
  expect(sent).toEqual(['1 lane2', '1 lane4']);
});

test('a reading of the board can tell that a move was made or ended meanwhile', async () => {
  const { queue, end } = opened();
  const before = queue.changes;
  queue.add(move(1, 'lane2'));
  const during = queue.changes;
  await end();
  expect([during > before, queue.changes > during]).toEqual([true, true]);
});
