import { expect, test } from 'vitest';
import type { ConnectionRow } from '../connection-row.ts';
import { bodyOf, connectionFaults, localMoment, tabOf, valuesOf } from './connection-form.ts';

/** A stored connection without anything unusual. */
const old = {
  id: 1,
  name: 'WhatsApp Recepção',
  queueIds: [3],
  keyWordQueueId: 3,
  schedules: [],
} as unknown as ConnectionRow;
const sound = { ...valuesOf(undefined, 3), name: 'WhatsApp Recepção' };

test('A connection needs a name of 2 to 50 characters and an entry queue', () => {
  expect(connectionFaults(sound, undefined)).toEqual({});
  expect(connectionFaults({ ...sound, name: ' ', keyWordQueueId: null }, undefined)).toEqual({
    name: 'required',
    keyWordQueueId: 'entryQueue',
  });
  expect(connectionFaults({ ...sound, name: 'W' }, undefined)).toEqual({ name: 'tooShort' });
  expect(connectionFaults({ ...sound, name: 'W'.repeat(51) }, undefined)).toEqual({ name: 'tooLong' });
});

test('A connection with several queues needs a greeting that offers them', () => {
  expect(connectionFaults({ ...sound, queueIds: [1, 2] }, undefined)).toEqual({ greetingMessage: 'greeting' });
  expect(
    connectionFaults({ ...sound, queueIds: [1, 2], greetingMessage: 'Com quem deseja falar?' }, undefined),
  ).toEqual({});
  expect(connectionFaults({ ...sound, queueIds: [1] }, undefined)).toEqual({});
});

test('Numbers are whole and within their limits, and empty ones count as 0', () => {
  expect(connectionFaults({ ...sound, timeCreateNewTicket: '', maxUseBotQueues: '' }, undefined)).toEqual({});
  for (const wrong of ['1.5', '-2', 'dois', '525601']) {
    expect(connectionFaults({ ...sound, timeCreateNewTicket: wrong }, undefined)).toEqual({
      timeCreateNewTicket: 'minutes',
    });
  }
  expect(connectionFaults({ ...sound, maxUseBotQueues: '101', expiresTicket: '8761' }, undefined)).toEqual({
    maxUseBotQueues: 'times',
    expiresTicket: 'hours',
  });
  expect(bodyOf({ ...sound, timeCreateNewTicket: '1.500' }, undefined)).toMatchObject({ timeCreateNewTicket: 1500 });
  expect(bodyOf({ ...sound, timeSendQueue: '' }, undefined)).toMatchObject({ timeSendQueue: 0, maxUseBotQueues: 3 });
});

test('A rating message needs minutes, and a send time needs the target queue', () => {
  expect(connectionFaults({ ...sound, ratingMessage: 'De 1 a 3?', expiresTicketNPS: '' }, undefined)).toEqual({
    expiresTicketNPS: 'expiresNps',
  });
  expect(connectionFaults({ ...sound, timeSendQueue: '5' }, undefined)).toEqual({ sendIdQueue: 'sendQueue' });
  expect(connectionFaults({ ...sound, timeSendQueue: '5', sendIdQueue: 3 }, undefined)).toEqual({});
});

test('Old messages can be imported from yesterday until a minute ago, and within two years', () => {
  const now = new Date();
  const asked = { ...valuesOf(undefined, 3, now), name: 'Linha', importsOld: true };
  expect([asked.importOldMessages, asked.importRecentMessages]).toEqual([
    localMoment(new Date(now.getTime() - 86_400_000)),
    localMoment(new Date(now.getTime() - 60_000)),
  ]);
  expect(connectionFaults(asked, undefined, now)).toEqual({});
  expect(connectionFaults({ ...asked, importOldMessages: '2001-01-01T00:00' }, undefined, now)).toEqual({
    importOldMessages: 'importOld',
  });
  expect(connectionFaults({ ...asked, importRecentMessages: '2001-01-01T00:00' }, undefined, now)).toEqual({
    importRecentMessages: 'importRecent',
  });
  expect(connectionFaults({ ...asked, importOldMessages: '' }, undefined, now)).toHaveProperty('importOldMessages');
});

test('A connection whose import began two years ago can still be renamed', () => {
  const row = {
    ...old,
    importOldMessages: '2023-10-01T12:00:00.000Z',
    importRecentMessages: '2023-11-01T12:00:00.000Z',
  };
  const now = new Date('2026-11-29T12:00:00.000Z');
  const values = { ...valuesOf(row, undefined, now), name: 'Recepção nova' };
  expect(connectionFaults(values, row, now)).toEqual({});
  expect(bodyOf(values, row)).not.toHaveProperty('importOldMessages');
  // A period that is typed is still checked.
  expect(connectionFaults({ ...values, importOldMessages: '2023-10-02T12:00' }, row, now)).toEqual({
    importOldMessages: 'importOld',
  });
});

test('A fault is shown in the tab of its field', () => {
  expect([tabOf(['inactiveMessage']), tabOf(['ratingMessage']), tabOf(['of a plugin'])]).toEqual([
    'chatbot',
    'nps',
    undefined,
  ]);
});

test('A company with one queue need not choose it', () => {
  expect(valuesOf(undefined, 7).keyWordQueueId).toBe(7);
  expect(valuesOf(undefined, undefined).keyWordQueueId).toBeNull();
});
