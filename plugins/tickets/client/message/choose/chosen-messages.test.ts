import { expect, it } from 'vitest';
import { aMessage as message } from '../../model/examples.ts';
import { toggled } from './chosen-messages.ts';

it('Selected messages are in the order of the conversation, whichever was selected first', () => {
  const [one, two] = [
    message({ id: 1, createdAt: '2026-11-23T10:00:00.000Z' }),
    message({ id: 2, createdAt: '2026-11-23T10:00:00.000Z' }),
  ];
  const early = message({ id: 3, createdAt: '2026-11-22T10:00:00.000Z' });
  const chosen = [two, one, early].reduce<ReturnType<typeof toggled>>((known, each) => toggled(known, each), undefined);
  expect(chosen?.messages.map(({ id }) => id)).toEqual([3, 1, 2]);
});

it('Deselecting the last message ends the selection, and another conversation starts its own', () => {
  const one = message({ id: 1, ticketId: 7 });
  expect(toggled(toggled(undefined, one), one)).toBeUndefined();
  const other = toggled(toggled(undefined, one), message({ id: 2, ticketId: 8 }));
  expect(other).toMatchObject({ ticketId: 8, messages: [{ id: 2 }] });
});
