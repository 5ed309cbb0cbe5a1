import { describe, expect, it } from 'vitest';
import { aTicket } from './examples.ts';
import { steadyRows } from './steady-rows.ts';

const row = (id: number, lastMessage = '') => aTicket({ id, lastMessage });
const ids = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

describe('A list under the pointer', () => {
  it('The rows stay in place when one comes in above them, and the new ones are counted', () => {
    const { rows, held, gone } = steadyRows([row(1), row(2)], [row(8), row(9), row(1), row(2)]);
    expect(ids(rows)).toEqual([1, 2]);
    expect(held).toBe(2);
    expect(gone.size).toBe(0);
  });

  it('A row shows new messages in its place', () => {
    const { rows, held } = steadyRows([row(1), row(2, 'Oi')], [row(2, 'Alguém aí?'), row(1)]);
    expect(ids(rows)).toEqual([1, 2]);
    expect(rows[1]?.lastMessage).toBe('Alguém aí?');
    expect(held).toBe(0);
  });

  it('A row that left keeps its place, and shows that it left', () => {
    const { rows, gone } = steadyRows([row(1), row(2), row(3)], [row(1), row(3)]);
    expect(ids(rows)).toEqual([1, 2, 3]);
    expect([...gone]).toEqual([2]);
  });

  it('The list grows at its end: by the next page, and by the last one that came to wait', () => {
    const { rows, held } = steadyRows([row(1), row(2)], [row(1), row(2), row(3), row(4)]);
    expect(ids(rows)).toEqual([1, 2, 3, 4]);
    expect(held).toBe(0);
  });
});
