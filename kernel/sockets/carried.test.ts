import { expect, test } from 'vitest';
import { carried, roomsOf } from './carried.ts';

test('The rooms that carry a message are named compactly, and read as they were named', () => {
  const people = [{ userId: 7 }, { userId: 8 }, { userId: 9 }];
  expect(carried(people)).toEqual([[['userId'], [7, 8, 9]]]);
  const mixed = [{ userId: 7, queueId: 2 }, { all: true, queueId: undefined }, { queueId: 3, userId: 8 }, {}];
  expect(roomsOf(carried(mixed))).toEqual([{ queueId: 2, userId: 7 }, { queueId: 3, userId: 8 }, { all: true }, {}]);
  expect(roomsOf(carried([]))).toEqual([]);
});
