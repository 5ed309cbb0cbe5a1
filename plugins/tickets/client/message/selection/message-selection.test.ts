import { expect, it } from 'vitest';
import { aMessage as message } from '../../model/examples.ts';
import { withToggled } from './message-selection.ts';

it('Selected messages are in the order of the conversation, whichever was selected first', () => {
  const [one, two] = [
    message({ id: 1, createdAt: '2026-11-23T10:00:00.000Z' }),
    message({ id: 2, createdAt: '2026-11-23T10:00:00.000Z' }),
  ];
  const early = message({ id: 3, createdAt: '2026-11-22T10:00:00.000Z' });
  const selection = [two, one, early].reduce<ReturnType<typeof withToggled>>(
    (previous, each) => withToggled(previous, each),
    undefined,
  );
  expect(selection?.messages.map(({ id }) => id)).toEqual([3, 1, 2]);
});

it('Deselecting the last message ends the selection, and another conversation starts its own', () => {
  const one = message({ id: 1, ticketId: 7 });
  expect(withToggled(withToggled(undefined, one), one)).toBeUndefined();
  const other = withToggled(withToggled(undefined, one), message({ id: 2, ticketId: 8 }));
  expect(other).toMatchObject({ ticketId: 8, messages: [{ id: 2 }] });
});
